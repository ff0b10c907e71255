import { Effect } from "effect"
import { nameKey, type Username } from "../domain/Names.ts"
import { UserStore } from "./UserStore.ts"

/** Finds which names belong to accounts, and their spelling. Checks no permissions. */
export class KnownUsers extends Effect.Service<KnownUsers>()("@annotary/core/KnownUsers", {
  effect: Effect.gen(function* () {
    const store = yield* UserStore

    /** The names that exist, by their key. */
    const findAmong = Effect.fnUntraced(function* (names: Iterable<string>) {
      const usernames = new Map<string, Username>()
      const distinct = [...new Set([...names].map(nameKey))]
      for (let i = 0; i < distinct.length; i += 1000) {
        for (const user of yield* store.byNames(distinct.slice(i, i + 1000)))
          usernames.set(nameKey(user.username), user.username)
      }
      return usernames as ReadonlyMap<string, Username>
    })

    return { findAmong }
  }),
}) {}
