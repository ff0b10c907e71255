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

export class IdentityCache extends Effect.Service<IdentityCache>()("@annotary/core/IdentityCache", {
  effect: Effect.gen(function* () {
    const { identityCacheMillis } = yield* EngineSettings
    const entries = new Map<string, Remembered>()
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
        if (before === generation) {
          if (entries.size >= capacity) entries.clear()
          entries.set(name, { keyId, actor, until: started + identityCacheMillis })
        }
        return actor
      })

    const forget = (which: (entry: Remembered) => boolean) =>
      Effect.sync(() => {
        generation += 1
        for (const [name, entry] of entries) if (which(entry)) entries.delete(name)
      })

    const forgetKey = (keyId: string) => forget((entry) => entry.keyId === keyId)
    const forgetUser = (user: Username) => forget((entry) => entry.actor.username === user)

    return { through, forgetKey, forgetUser }
  }),
}) {}
