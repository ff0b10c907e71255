import { Clock, Effect, Fiber, type Option } from "effect"
import { findStorageFailure } from "../storage/outageLog.ts"

/** The age at which a reading is replaced, so that frequent scrapes cause few statements. */
const keptMillis = 5000
const timeout = "5 seconds"

/**
 * Shares the readings of a measurement of the storage: concurrent and frequent callers get one, and a blocked measurement is not
 * started a second time. A reading is at most some seconds old. None while the storage does not answer.
 */
export const makeRecentReading = <A>(measure: Effect.Effect<A>): Effect.Effect<Option.Option<A>> => {
  let last: { readonly at: number; readonly fiber: Fiber.RuntimeFiber<A> } | undefined
  const recent = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    if (last !== undefined && (at - last.at < keptMillis || last.fiber.unsafePoll() === null))
      return last.fiber
    const fiber = yield* Effect.forkDaemon(measure)
    last = { at, fiber }
    return fiber
  })
  return recent.pipe(
    Effect.flatMap((fiber) => Effect.timeout(Effect.interruptible(Fiber.join(fiber)), timeout)),
    Effect.tapErrorCause((cause) =>
      findStorageFailure(cause) === undefined
        ? Effect.logWarning("The storage could not be measured.", cause)
        : Effect.void,
    ),
    Effect.sandbox,
    Effect.option,
    Effect.uninterruptible,
  )
}
