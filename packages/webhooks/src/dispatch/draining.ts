/** How the dispatcher ends: what is being sent ends by itself within its limits, what was never begun is given back at once, what is known is told. */
import { storageAway } from "@annotary/core/effect"
import { Effect, FiberSet } from "effect"
import type { EndpointId } from "../domain/ids.ts"
import type { Dispatch } from "./Dispatch.ts"
import { longestMillis } from "./DispatchSettings.ts"
import { showHands } from "./dispatchMetrics.ts"

export const stop = (dispatch: Dispatch): Effect.Effect<void> =>
  Effect.suspend(() => {
    dispatch.stopping = true
    return giveBack(dispatch)
  })

export const drain = (
  dispatch: Dispatch,
  requests: FiberSet.FiberSet<void>,
  loops: FiberSet.FiberSet<never>,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* stop(dispatch)
    yield* FiberSet.awaitEmpty(requests).pipe(
      Effect.interruptible,
      Effect.timeoutOption(longestInHand(dispatch) + 1000),
    )
    yield* FiberSet.clear(requests)
    // Claims that were under way have come by now; renewals were needed until here.
    yield* FiberSet.clear(loops)
    yield* giveBack(dispatch)
    yield* dispatch.completions.drain
    dispatch.sending.sender.close()
    yield* Effect.zipRight(showHands(0, 0), dispatch.sending.tally.show)
  })

const longestInHand = ({ hands, settings }: Dispatch): number => {
  const asked = hands.requests().map(({ endpoint }) => (endpoint.timeoutSeconds ?? 0) * 1000)
  return Math.max(settings.limits.totalMillis, Math.min(longestMillis(settings), Math.max(0, ...asked)))
}

/**
 * Gives back what waits of these endpoints, or of all, and was never begun. What the storage does not take now is kept, with its
 * leases, and given back with the next renewal: to let it go would cost it an attempt.
 */
export const giveBack = (
  { bell, hands, store }: Pick<Dispatch, "hands" | "bell" | "store">,
  endpoints?: ReadonlySet<EndpointId>,
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const unbegun = hands.withdraw(endpoints).map(({ request }) => request)
    if (unbegun.length === 0) return Effect.void
    return Effect.map(store.release(unbegun), () => {
      for (const { token } of unbegun) hands.forget(token)
      bell.ring()
    })
  }).pipe(
    Effect.catchAllCause((cause) =>
      storageAway(cause) === undefined
        ? Effect.logWarning("Webhook deliveries could not be given back; it is tried again.", cause)
        : Effect.void,
    ),
  )
