/** The loop that claims tests: beside the other claims, because whoever asked for a test waits for what comes of it. */
import { type Notifier, storageAway } from "@annotary/core/effect"
import { Effect } from "effect"
import { takeUp } from "./claiming.ts"
import type { Dispatch } from "./Dispatch.ts"
import { giveBack } from "./draining.ts"

/** Tests that are in hand beyond what else there may be. */
const room = 64

/** An older one is not sent any more: nobody expects it. */
const maxAgeMillis = 60_000

export const testing = (
  dispatch: Dispatch,
  notifier: typeof Notifier.Service,
  worker: string,
): Effect.Effect<never> => {
  const { leaseMillis, capacity, pollMillis } = dispatch.settings
  /** Uninterrupted, so that nothing is leased and forgotten. */
  const claim = Effect.suspend(() => {
    const limit = Math.min(room, capacity + room - dispatch.hands.size)
    if (dispatch.stopping || limit <= 0) return Effect.void
    const asked = performance.now()
    return Effect.flatMap(
      dispatch.store.claimTests({ worker, limit, leaseMillis, maxAgeMillis }),
      (claimed) => {
        takeUp(dispatch, claimed, asked)
        return dispatch.stopping ? giveBack(dispatch) : Effect.void
      },
    )
  }).pipe(Effect.uninterruptible)
  return claim.pipe(
    Effect.catchAllCause((cause) =>
      // Of a storage that is away tells who claims.
      storageAway(cause) === undefined
        ? Effect.logError("Webhook tests cannot be claimed; it is tried again.", cause)
        : Effect.void,
    ),
    Effect.zipRight(Effect.raceFirst(notifier.wait("webhook_tests"), Effect.sleep(pollMillis))),
    Effect.forever,
  )
}
