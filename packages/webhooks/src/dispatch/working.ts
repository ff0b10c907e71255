/** One request in hand: sent, told of, and its place given to the next of its line. And what follows when it was told of. */
import { Cause, Effect } from "effect"
import type { EndpointId } from "../domain/ids.ts"
import type { Completed, Completion } from "../ports/claims.ts"
import type { Dispatch } from "./Dispatch.ts"
import { countLost } from "./dispatchMetrics.ts"
import { giveBack } from "./draining.ts"
import { type Held, isTest } from "./Hands.ts"
import { sendOne } from "./sendOne.ts"

export const work = (dispatch: Dispatch, held: Held): Effect.Effect<void> =>
  sendOne(dispatch.sending, held).pipe(
    Effect.tap((completion) =>
      Effect.sync(() => {
        if (completion === null) letGo(dispatch, held)
        else dispatch.completions.add(completion)
      }),
    ),
    Effect.catchAllCause((cause) =>
      // Nobody tells of it: when its lease ends it is taken back, and given up if it comes to this too often.
      Effect.zipRight(
        Effect.sync(() => letGo(dispatch, held)),
        Cause.isInterrupted(cause) ? Effect.void : Effect.logError("A webhook request broke.", cause),
      ),
    ),
    Effect.onInterrupt(() => Effect.sync(() => letGo(dispatch, held))),
    Effect.ensuring(Effect.sync(() => giveWay(dispatch, held))),
    Effect.asVoid,
  )

const letGo = ({ bell, hands }: Dispatch, { request }: Held): void => {
  hands.forget(request.token)
  bell.ring()
}

const giveWay = (dispatch: Dispatch, held: Held): void => {
  const next = dispatch.hands.sent(held, dispatch.stopping)
  if (next !== undefined) dispatch.begin(next)
}

/** Called with what was told; undefined: it could not be, and is left to whoever takes it back. */
export const afterTelling = (
  dispatch: Pick<Dispatch, "hands" | "bell" | "ended" | "report" | "store">,
  batch: ReadonlyArray<Completion>,
  completed: Completed | undefined,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const { request } of batch) dispatch.hands.forget(request.token)
    dispatch.bell.ring()
    if (completed === undefined) return
    const lost = batch.length - completed.accepted.size
    if (lost > 0) yield* countLost(lost)
    yield* dispatch.report([...completed.transitions, ...completed.exhausted])
    // Others wait to be told of: that all is held which waits for it is seen to elsewhere.
    if (completed.transitions.some(({ _tag }) => _tag === "Disabled")) dispatch.ended.ring()
    // Behind a request that failed nobody waits any longer: when the next ones are sent is for the storage to say anew.
    yield* giveBack(dispatch, failedOf(batch))
  })

const failedOf = (batch: ReadonlyArray<Completion>): ReadonlySet<EndpointId> =>
  new Set(
    batch.flatMap(({ attempt, request }) =>
      attempt.error === null || isTest(request) ? [] : [request.endpoint.id],
    ),
  )
