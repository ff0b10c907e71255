/** SecretStore: secrets that the engine generates. */
import { SecretStore } from "@annotary/core/effect"
import type { Database } from "../Database.ts"

export const secretStore = ({ call, tables: { secrets } }: Database) =>
  SecretStore.of({
    getOrKeep: (name, made) =>
      call("SecretStore.getOrKeep", () => {
        const kept = secrets.get(name)
        if (kept !== undefined) return kept.value
        secrets.put(name, { value: made })
        return made
      }),
    has: (name) => call("SecretStore.has", () => secrets.get(name) !== undefined),
  })
