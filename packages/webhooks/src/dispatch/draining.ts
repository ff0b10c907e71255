/** How the dispatcher ends: what is being sent ends by itself within its limits, what was never begun is given back at once, what is known is told. */
import { Effect, FiberSet } from "effect"
import type { Dispatch } from "./Dispatch.ts"
import { showHands } from "./dispatchMetrics.ts"

export const stop = (dispatch: Dispatch): Effect.Effect<void> =>
  Effect.suspend(() => {
    dispatch.stopping = true
    return giveBackUnbegun(dispatch)
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
      Effect.timeoutOption(dispatch.settings.limits.totalMillis + 1000),
    )
    yield* FiberSet.clear(requests)
    // Claims that were under way have come by now; renewals were needed until here.
    yield* FiberSet.clear(loops)
    yield* giveBackUnbegun(dispatch)
    yield* dispatch.completions.drain
    dispatch.sending.sender.close()
    yield* Effect.zipRight(showHands(0, 0), dispatch.sending.tally.show)
  })

export const giveBackUnbegun = ({ hands, store }: Pick<Dispatch, "hands" | "store">): Effect.Effect<void> =>
  Effect.suspend(() => {
    const unbegun = hands.withdraw().map(({ request }) => request)
    return unbegun.length === 0 ? Effect.void : store.release(unbegun)
  }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.logWarning(
        "Webhook deliveries could not be given back; others take them when their leases end.",
        cause,
      ),
    ),
  )
