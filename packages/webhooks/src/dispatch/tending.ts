/** What is done beside sending, by every process in turns that do not matter: taking back what was lost, holding, recovering, counting. */
import { storageAway } from "@annotary/core/effect"
import { Effect, Option, Random } from "effect"
import type { DeliveryStore } from "../ports/DeliveryStore.ts"
import { maxAttempts } from "../retry/waits.ts"
import type { Dispatch } from "./Dispatch.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"
import { countAttempts, showBacklog } from "./dispatchMetrics.ts"

const batch = 1000

/** Counting more would cost more and say no more. */
const countedUpTo = 10_000

/** Deliveries of a recovery that become due at once; then others have their turn. */
const recovered = 500

export interface Tending {
  readonly store: typeof DeliveryStore.Service
  readonly settings: DispatchSettings
  readonly report: Dispatch["report"]
  /** There is something to claim. */
  readonly wake: () => void
  /** An endpoint has ended. */
  readonly ended: Effect.Effect<void>
}

/** Loops for ever: none waits for another, because a recovery of a million takes long. What fails is done the next time. */
export const tending = (tending: Tending): ReadonlyArray<Effect.Effect<never>> => [
  again(tending, reclaim(tending)),
  again(tending, hold(tending), tending.ended),
  again(tending, recover(tending)),
  again(tending, count(tending)),
]

const again = (
  { settings }: Tending,
  task: Effect.Effect<void>,
  sooner: Effect.Effect<void> = Effect.never,
): Effect.Effect<never> =>
  cautiously(task).pipe(
    Effect.zipRight(Random.nextRange(0.8, 1.2)),
    Effect.flatMap((about) => Effect.raceFirst(Effect.sleep(settings.tendMillis * about), sooner)),
    Effect.forever,
  )

/** Of a storage that is away tells who claims. */
const cautiously = (task: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchAllCause(task, (cause) =>
    storageAway(cause) === undefined
      ? Effect.logWarning("Tending webhook deliveries failed.", cause)
      : Effect.void,
  )

const reclaim = ({ report, settings, store, wake }: Tending): Effect.Effect<void> =>
  store.reclaim({ limit: batch, maxAttempts: maxAttempts(settings.waits) }).pipe(
    Effect.tap(({ exhausted, returned }) => {
      const lost = returned + exhausted.length
      if (lost === 0) return Effect.void
      wake()
      return Effect.logWarning(
        `${lost} webhook deliveries were lost with their process; they are sent again.`,
      ).pipe(Effect.zipRight(countAttempts("unknown", lost)), Effect.zipRight(report(exhausted)))
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
