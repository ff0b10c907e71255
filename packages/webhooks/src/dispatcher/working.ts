/** Processes one request in flight: sends it, saves its result and begins the next request of its endpoint. */
import type { Completed, Completion, EndpointId } from "@annotary/core/effect"
import { Cause, Effect } from "effect"
import type { Dispatch } from "./Dispatch.ts"
import { countLost } from "./dispatchMetrics.ts"
import { giveBack } from "./draining.ts"
import { type InFlightRequest, isTest } from "./InFlightRequests.ts"
import { sendOne } from "./sendOne.ts"

export const processRequest = (dispatch: Dispatch, request: InFlightRequest): Effect.Effect<void> =>
  // One step at the end, instead of a finalizer for each: a worker does this thousands of times a second.
  Effect.uninterruptibleMask((restore) =>
    Effect.matchCauseEffect(restore(sendOne(dispatch.sending, request)), {
      onSuccess: (completion) => {
        if (completion === null) remove(dispatch, request)
        else dispatch.completions.add(completion)
        beginNext(dispatch, request)
        return Effect.void
      },
      // No result is saved: the request is reclaimed when its lease ends, and given up if that happens too
      // often.
      onFailure: (cause) => {
        remove(dispatch, request)
        beginNext(dispatch, request)
        return Cause.isInterrupted(cause) ? Effect.void : Effect.logError("A webhook request failed.", cause)
      },
    }),
  )

const remove = ({ claimable, inFlight }: Dispatch, { request }: InFlightRequest): void => {
  inFlight.remove(request.token)
  claimable.notify()
}

const beginNext = (dispatch: Dispatch, request: InFlightRequest): void => {
  const next = dispatch.inFlight.markSent(request, dispatch.stopping)
  if (next !== undefined) dispatch.begin(next)
}

/**
 * Called with saved results. `completed` is undefined when they could not be saved; another process then
 * reclaims their requests.
 */
export const handleSaved = (
  dispatch: Pick<Dispatch, "inFlight" | "claimable" | "disabled" | "report" | "store">,
  batch: ReadonlyArray<Completion>,
  completed: Completed | undefined,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const { request } of batch) dispatch.inFlight.remove(request.token)
    dispatch.claimable.notify()
    if (completed === undefined) return
    const lost = batch.length - completed.accepted.size
    if (lost > 0) yield* countLost(lost)
    yield* dispatch.report([...completed.transitions, ...completed.exhausted])
    // Maintenance holds the deliveries of a disabled endpoint, so that other results need not wait for it.
    if (completed.transitions.some(({ _tag }) => _tag === "Disabled")) dispatch.disabled.notify()
    // After a failure, the requests queued behind it are given back; the storage decides anew when they are
    // sent.
    yield* giveBack(dispatch, listFailed(batch))
  })

const listFailed = (batch: ReadonlyArray<Completion>): ReadonlySet<EndpointId> =>
  new Set(
    batch.flatMap(({ attempt, request }) =>
      attempt.error === null || isTest(request) ? [] : [request.endpoint.id],
    ),
  )
