/** SecretStore in memory. */
import { HashMap, Option } from "effect"
import { SecretStore } from "../storage/SecretStore.ts"
import type { Database } from "./Database.ts"

export const makeSecretStore = (db: Database): typeof SecretStore.Service =>
  SecretStore.of({
    getOrKeep: (name, made) =>
      db.write((state) => {
        const stored = HashMap.get(state.secrets, name)
        return Option.isSome(stored)
          ? [stored.value, state]
          : [made, { ...state, secrets: HashMap.set(state.secrets, name, made) }]
      }),
    has: (name) => db.read((state) => HashMap.has(state.secrets, name)),
  })
