/** The loop that claims test events, separate from the other claims because a user waits for the result. */
import { findStorageFailure, type Notifier } from "@annotary/core/effect"
import { Effect } from "effect"
import { readMonotonicMillis } from "../monotonic.ts"
import { begin } from "./claiming.ts"
import type { Dispatch } from "./Dispatch.ts"
import { giveBack } from "./draining.ts"

/** Test requests in flight beyond the capacity. */
const extraCapacity = 64

/** Older tests are not sent: nobody waits for them any more. */
const maxAgeMillis = 60_000

export const runTestLoop = (
  dispatch: Dispatch,
  notifier: typeof Notifier.Service,
  worker: string,
): Effect.Effect<never> => {
  const { leaseMillis, capacity, pollMillis } = dispatch.settings
  /** Uninterruptible, so that every lease is recorded. */
  const claim = Effect.clockWith((clock) => {
    const limit = Math.min(extraCapacity, capacity + extraCapacity - dispatch.inFlight.size)
    if (dispatch.stopping || limit <= 0) return Effect.void
    const requestedAt = readMonotonicMillis(clock)
    return Effect.flatMap(
      dispatch.store.claimTests({ worker, limit, leaseMillis, maxAgeMillis }),
      (claimed) => {
        begin(dispatch, claimed, clock, requestedAt)
        return dispatch.stopping ? giveBack(dispatch) : Effect.void
      },
    )
  }).pipe(Effect.uninterruptible)
  return claim.pipe(
    Effect.catchAllCause((cause) =>
      // The claim loop reports an unavailable storage.
      findStorageFailure(cause) === undefined
        ? Effect.logError("Webhook tests could not be claimed; retrying.", cause)
        : Effect.void,
    ),
    Effect.zipRight(Effect.raceFirst(notifier.wait("webhook_tests"), Effect.sleep(pollMillis))),
    Effect.forever,
  )
}
