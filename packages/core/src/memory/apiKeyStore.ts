/** ApiKeyStore in memory. */
import { HashMap, Option } from "effect"
import { ApiKeyStore } from "../access/ApiKeyStore.ts"
import { nameKey } from "../domain/Names.ts"
import type { Database } from "./Database.ts"
import { compareAscii } from "./sorted.ts"

export const makeApiKeyStore = (db: Database): typeof ApiKeyStore.Service =>
  ApiKeyStore.of({
    insert: (key) =>
      db.write((state) => [undefined, { ...state, apiKeys: HashMap.set(state.apiKeys, key.id, key) }]),
    find: (id) =>
      db.read((state) =>
        Option.flatMap(HashMap.get(state.apiKeys, id), (key) =>
          Option.map(HashMap.get(state.users, nameKey(key.user)), (user) => ({ key, user })),
        ),
      ),
    list: (user) =>
      db.read((state) =>
        [...HashMap.values(state.apiKeys)]
          .filter((key) => key.user === user && key.revokedAt === null && !key.embedded)
          .sort((a, b) => compareAscii(b.createdAt, a.createdAt) || compareAscii(a.id, b.id)),
      ),
    revoke: (user, id, at) =>
      db.write((state) => {
        const key = Option.getOrNull(HashMap.get(state.apiKeys, id))
        if (key === null || key.user !== user || key.revokedAt !== null) return [false, state]
        return [true, { ...state, apiKeys: HashMap.set(state.apiKeys, id, { ...key, revokedAt: at }) }]
      }),
    replace: (user, id, { successor, until }) =>
      db.write((state) => {
        const key = Option.getOrNull(HashMap.get(state.apiKeys, id))
        if (key === null || key.user !== user || key.revokedAt !== null || key.successor !== null)
          return [false, state]
        const expiresAt = key.expiresAt !== null && key.expiresAt < until ? key.expiresAt : until
        return [true, { ...state, apiKeys: HashMap.set(state.apiKeys, id, { ...key, successor, expiresAt }) }]
      }),
    touch: (id, at, unlessAfter) =>
      db.write((state) => {
        const apiKeys = HashMap.modify(state.apiKeys, id, (key) =>
          key.lastUsedAt !== null && key.lastUsedAt >= unlessAfter ? key : { ...key, lastUsedAt: at },
        )
        return [undefined, { ...state, apiKeys }]
      }),
    forgetEmbedded: (before, limit) =>
      db.write((state) => {
        const expiredKeys = [...HashMap.values(state.apiKeys)]
          .filter((key) => key.embedded && key.expiresAt !== null && key.expiresAt < before)
          .slice(0, limit)
        const ids = expiredKeys.map(({ id }) => id)
        return [expiredKeys.length, { ...state, apiKeys: HashMap.removeMany(state.apiKeys, ids) }]
      }),
  })
