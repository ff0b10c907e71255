import { Clock, Effect } from "effect"
import type { Actor } from "../domain/Actor.ts"
import type { Username } from "../domain/Names.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { Transaction } from "../storage/Transaction.ts"

interface Remembered {
  readonly keyId: string
  readonly actor: Actor & { readonly _tag: "Person" }
  readonly until: number
}

/** Bounds the memory. Far above the number of keys in use within two seconds. */
const capacity = 10_000

/** Longer than any transaction. An entry that was invalidated inside a transaction is not cached again before its end. */
const quarantineMillis = 60_000

/**
 * Caches the user of an API key or of a name briefly, so that storage is not read for every request. Changes in this process
 * invalidate at once; changes in other processes are visible when the entry expires.
 */
export class IdentityCache extends Effect.Service<IdentityCache>()("@annotary/core/IdentityCache", {
  effect: Effect.gen(function* () {
    const { identityCacheMillis } = yield* EngineSettings
    const { inside } = yield* Transaction
    const entries = new Map<string, Remembered>()
    /** Invalidated keys and people, with the time until which they are not cached. */
    const forgotten = new Map<string, number>()
    let generation = 0
    const clock = yield* Effect.clock

    /** The cached user at this moment. Not an effect, so that most requests are authenticated without a fiber. */
    const recall = (name: string): Remembered["actor"] | null => {
      const entry = entries.get(name)
      if (entry === undefined) return null
      const millis = clock.unsafeCurrentTimeMillis()
      const expires = entry.actor.credentialsExpireAt
      if (entry.until > millis && (expires === null || toMillis(expires) > millis)) return entry.actor
      entries.delete(name)
      return null
    }

    /**
     * Looks up the user and caches the result, unless an invalidation happened meanwhile. A transaction may have created the user
     * whom it looks up, and be rolled back: its lookups are not cached.
     */
    const through = <E>(name: string, keyId: string, lookup: Effect.Effect<Remembered["actor"], E>) =>
      Effect.gen(function* () {
        const known = recall(name)
        if (known !== null) return known
        const before = generation
        const started = yield* Clock.currentTimeMillis
        const actor = yield* lookup
        const shunned = [ofKey(keyId), ofUser(actor.username), ...othersOf(actor)].some((who) =>
          isShunned(who, started),
        )
        if (before === generation && !shunned && !(yield* inside)) {
          if (entries.size >= capacity) entries.clear()
          entries.set(name, { keyId, actor, until: started + identityCacheMillis })
        }
        return actor
      })

    const isShunned = (who: string, millis: number) => (forgotten.get(who) ?? 0) > millis

    const forget = (who: string, which: (entry: Remembered) => boolean) =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        generation += 1
        for (const [past, until] of forgotten) if (until <= millis) forgotten.delete(past)
        forgotten.set(who, millis + quarantineMillis)
        for (const [name, entry] of entries) if (which(entry)) entries.delete(name)
      })

    /**
     * Invalidates an API key with its sessions, or a session. Also called within the transaction of the change: until its end, storage
     * may return the old row.
     */
    const forgetKey = (keyId: string) =>
      forget(ofKey(keyId), (entry) => entry.keyId === keyId || othersOf(entry.actor).includes(ofKey(keyId)))
    /** Invalidates all keys of a person. May run within the transaction of the change, as `forgetKey`. */
    const forgetUser = (user: Username) => forget(ofUser(user), (entry) => entry.actor.username === user)

    return { recall, through, forgetKey, forgetUser }
  }),
}) {}

/** The session of the actor and its API key, which end it, too. */
const othersOf = ({ apiKeyId, session }: Remembered["actor"]): ReadonlyArray<string> =>
  session === undefined ? [] : [ofKey(session.id), ...(apiKeyId === undefined ? [] : [ofKey(apiKeyId)])]

const ofKey = (id: string) => `key ${id}`
const ofUser = (name: Username) => `user ${name}`
