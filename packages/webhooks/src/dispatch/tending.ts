/** What is done beside sending, by every process in turns that do not matter: taking back what was lost, holding, recovering, counting. */
import { Effect, Option, Random } from "effect"
import type { DeliveryStore } from "../ports/DeliveryStore.ts"
import { maxAttempts } from "../retry/waits.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"
import { countAttempts, showBacklog } from "./dispatchMetrics.ts"
import { tellExhausted } from "./operational.ts"

const batch = 1000

/** Counting more would cost more and say no more. */
const countedUpTo = 10_000

/** Deliveries of a recovery that become due at once; then others have their turn. */
const recovered = 500

export interface Tending {
  readonly store: typeof DeliveryStore.Service
  readonly settings: DispatchSettings
  /** There is something to claim. */
  readonly wake: () => void
}

/** For ever, now and then. What fails is logged, and done the next time. */
export const tend = (tending: Tending): Effect.Effect<never> =>
  Effect.all([reclaim(tending), hold(tending), recover(tending), count(tending)].map(cautiously), {
    discard: true,
  }).pipe(
    Effect.zipRight(Random.nextRange(0.8, 1.2)),
    Effect.flatMap((about) => Effect.sleep(tending.settings.tendMillis * about)),
    Effect.forever,
  )

const cautiously = (task: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchAllCause(task, (cause) => Effect.logWarning("Tending webhook deliveries failed.", cause))

const reclaim = ({ settings, store, wake }: Tending): Effect.Effect<void> =>
  store.reclaim({ limit: batch, maxAttempts: maxAttempts(settings.waits) }).pipe(
    Effect.tap(({ exhausted, returned }) => {
      const lost = returned + exhausted.length
      if (lost === 0) return Effect.void
      if (returned > 0) wake()
      return Effect.logWarning(
        `${lost} webhook deliveries were lost with their process; they are sent again.`,
      ).pipe(Effect.zipRight(countAttempts("unknown", lost)), Effect.zipRight(tellExhausted(exhausted)))
    }),
    Effect.repeat({ while: ({ exhausted, returned }) => returned + exhausted.length >= batch }),
    Effect.asVoid,
  )

const hold = ({ store }: Tending): Effect.Effect<void> =>
  store.hold(null, batch).pipe(Effect.repeat({ while: (held) => held >= batch }), Effect.asVoid)

const recover = ({ store, wake }: Tending): Effect.Effect<void> =>
  store.advanceRecovery(recovered).pipe(
    Effect.tap((recovery) => {
      if (Option.isSome(recovery)) wake()
      return Option.isSome(recovery) ? Effect.sleep(50) : Effect.void
    }),
    Effect.repeat({ while: Option.isSome }),
    Effect.asVoid,
  )

const count = ({ store }: Tending): Effect.Effect<void> =>
  Effect.flatMap(store.backlog(countedUpTo), showBacklog)
