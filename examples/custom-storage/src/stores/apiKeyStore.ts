/** ApiKeyStore: keys by id. A key is read together with its user. */
import { nameKey } from "@annotary/core"
import { ApiKeyStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { byAge } from "../lookups.ts"

export const apiKeyStore = ({ call, tables: { apiKeys, users } }: Database) =>
  ApiKeyStore.of({
    insert: (key) => call("ApiKeyStore.insert", () => apiKeys.put(key.id, key)),
    find: (id) =>
      call("ApiKeyStore.find", () => {
        const key = apiKeys.get(id)
        const user = key && users.get(nameKey(key.user))
        return key === undefined || user === undefined ? Option.none() : Option.some({ key, user })
      }),
    list: (user) =>
      call("ApiKeyStore.list", () =>
        apiKeys
          .by("user", user)
          .filter(({ embedded, revokedAt }) => revokedAt === null && !embedded)
          .toSorted((a, b) => byAge(b, a)),
      ),
    revoke: (user, id, at) =>
      call("ApiKeyStore.revoke", () => {
        const key = apiKeys.get(id)
        if (key?.user !== user || key.revokedAt !== null) return false
        apiKeys.put(id, { ...key, revokedAt: at })
        return true
      }),
    replace: (user, id, { successor, until }) =>
      call("ApiKeyStore.replace", () => {
        const key = apiKeys.get(id)
        if (key?.user !== user || key.revokedAt !== null || key.successor !== null) return false
        const expiresAt = key.expiresAt !== null && key.expiresAt < until ? key.expiresAt : until
        apiKeys.put(id, { ...key, successor, expiresAt })
        return true
      }),
    touch: (id, at, unlessAfter) =>
      call("ApiKeyStore.touch", () => {
        const key = apiKeys.get(id)
        if (key === undefined || (key.lastUsedAt !== null && key.lastUsedAt >= unlessAfter)) return
        apiKeys.put(id, { ...key, lastUsedAt: at })
      }),
    forgetEmbedded: (before, limit) =>
      call("ApiKeyStore.forgetEmbedded", () => {
        const due = apiKeys
          .all()
          .filter((key) => key.embedded && key.expiresAt !== null && key.expiresAt < before)
          .slice(0, limit)
        for (const { id } of due) apiKeys.delete(id)
        return due.length
      }),
  })
