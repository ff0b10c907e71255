/**
 * Remembers for a moment whom an API key belongs to, so that a busy key is not read from storage at every request.
 * Changes made in this process forget at once; those of other processes are seen when the moment is over.
 */
import { Clock, Effect } from "effect"
import type { Actor } from "../domain/Actor.ts"
import type { Username } from "../domain/Names.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"

interface Remembered {
  readonly keyId: string
  readonly actor: Actor & { readonly _tag: "Person" }
  readonly until: number
}

/** A bound for the memory, far above the number of keys in use within two seconds. */
const capacity = 10_000

/** Longer than any transaction lasts: what was forgotten in one is not remembered anew before its end. */
const quarantineMillis = 60_000

export class IdentityCache extends Effect.Service<IdentityCache>()("@annotary/core/IdentityCache", {
  effect: Effect.gen(function* () {
    const { identityCacheMillis } = yield* EngineSettings
    const entries = new Map<string, Remembered>()
    /** Keys and people that were forgotten, and until when nothing is remembered of them. */
    const forgotten = new Map<string, number>()
    let generation = 0

    const recall = (name: string) =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        const entry = entries.get(name)
        if (entry === undefined) return null
        if (entry.until > millis) return entry.actor
        entries.delete(name)
        return null
      })

    /** Looks the person up and remembers them, unless something was forgotten meanwhile. */
    const through = <E>(name: string, keyId: string, lookup: Effect.Effect<Remembered["actor"], E>) =>
      Effect.gen(function* () {
        const known = yield* recall(name)
        if (known !== null) return known
        const before = generation
        const started = yield* Clock.currentTimeMillis
        const actor = yield* lookup
        const shunned = [ofKey(keyId), ofUser(actor.username)].some((who) => isShunned(who, started))
        if (before === generation && !shunned) {
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

    /** Also called within the transaction of the change: until that has ended, storage may still tell the old. */
    const forgetKey = (keyId: string) => forget(ofKey(keyId), (entry) => entry.keyId === keyId)
    const forgetUser = (user: Username) => forget(ofUser(user), (entry) => entry.actor.username === user)

    return { through, forgetKey, forgetUser }
  }),
}) {}

const ofKey = (id: string) => `key ${id}`
const ofUser = (name: Username) => `user ${name}`
