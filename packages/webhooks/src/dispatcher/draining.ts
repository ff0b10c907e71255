/** Shutdown: unbegun requests are given back at once, requests in flight end within their limits, results are saved. */
import { type EndpointId, findStorageFailure } from "@annotary/core/effect"
import { Effect, FiberSet } from "effect"
import type { Dispatch } from "./Dispatch.ts"
import { computeLongestMillis } from "./DispatchSettings.ts"
import { showInFlight } from "./dispatchMetrics.ts"

export const stop = (dispatch: Dispatch): Effect.Effect<void> =>
  Effect.suspend(() => {
    dispatch.stopping = true
    return giveBack(dispatch)
  })

export const drain = (
  dispatch: Dispatch,
  requests: FiberSet.FiberSet<void>,
  loops: FiberSet.FiberSet<unknown>,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* stop(dispatch)
    yield* FiberSet.awaitEmpty(requests).pipe(
      Effect.interruptible,
      Effect.timeoutOption(computeLongestInFlight(dispatch) + 1000),
    )
    yield* FiberSet.clear(requests)
    // No claim is running now; leases were renewed until here.
    yield* FiberSet.clear(loops)
    yield* giveBack(dispatch)
    yield* dispatch.completions.drain
    dispatch.sending.sender.close()
    yield* Effect.zipRight(showInFlight(0, 0), dispatch.sending.tally.show)
  })

const computeLongestInFlight = ({ inFlight, settings }: Dispatch): number => {
  const timeouts = inFlight.listRequests().map(({ endpoint }) => (endpoint.timeoutSeconds ?? 0) * 1000)
  return Math.max(
    settings.limits.totalMillis,
    Math.min(computeLongestMillis(settings), Math.max(0, ...timeouts)),
  )
}

/**
 * Gives back the queued requests of these endpoints, or of all. Requests that the storage does not accept now
 * are kept with their leases and given back with the next renewal, because dropping them would cost them an
 * attempt.
 */
export const giveBack = (
  { claimable, inFlight, store }: Pick<Dispatch, "inFlight" | "claimable" | "store">,
  endpoints?: ReadonlySet<EndpointId>,
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const unbegun = inFlight.withdraw(endpoints).map(({ request }) => request)
    if (unbegun.length === 0) return Effect.void
    return Effect.map(store.release(unbegun), () => {
      for (const { token } of unbegun) inFlight.remove(token)
      claimable.notify()
    })
  }).pipe(
    Effect.catchAllCause((cause) =>
      findStorageFailure(cause) === undefined
        ? Effect.logWarning("Webhook deliveries could not be given back; retrying.", cause)
        : Effect.void,
    ),
  )
