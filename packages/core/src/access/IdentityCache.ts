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
    const findCached = (name: string): Remembered["actor"] | null => {
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
    const getCached = <E>(name: string, keyId: string, lookup: Effect.Effect<Remembered["actor"], E>) =>
      Effect.gen(function* () {
        const cachedActor = findCached(name)
        if (cachedActor !== null) return cachedActor
        const before = generation
        const started = yield* Clock.currentTimeMillis
        const actor = yield* lookup
        const shunned = [toKeyEntry(keyId), toUserEntry(actor.username), ...listOtherCredentials(actor)].some(
          (who) => isShunned(who, started),
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
      forget(
        toKeyEntry(keyId),
        (entry) => entry.keyId === keyId || listOtherCredentials(entry.actor).includes(toKeyEntry(keyId)),
      )
    /** Invalidates all keys of a person. May run within the transaction of the change, as `forgetKey`. */
    const forgetUser = (user: Username) => forget(toUserEntry(user), (entry) => entry.actor.username === user)

    return { findCached, getCached, forgetKey, forgetUser }
  }),
}) {}

/** The session of the actor and its API key, which end it, too. */
const listOtherCredentials = ({ apiKeyId, session }: Remembered["actor"]): ReadonlyArray<string> =>
  session === undefined
    ? []
    : [toKeyEntry(session.id), ...(apiKeyId === undefined ? [] : [toKeyEntry(apiKeyId)])]

const toKeyEntry = (id: string) => `key ${id}`
const toUserEntry = (name: Username) => `user ${name}`
