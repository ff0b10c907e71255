/** One request in hand: sent, told of, and its place given to the next of its line. And what follows when it was told of. */
import { Cause, Effect } from "effect"
import type { Completed, Completion } from "../ports/claims.ts"
import type { Dispatch } from "./Dispatch.ts"
import { countLost } from "./dispatchMetrics.ts"
import type { Held } from "./Hands.ts"
import { tellExhausted, tellTransition } from "./operational.ts"
import { sendOne } from "./sendOne.ts"

export const work = (dispatch: Dispatch, held: Held): Effect.Effect<void> =>
  sendOne(dispatch.sending, held).pipe(
    Effect.tap((completion) =>
      Effect.sync(() => {
        if (completion === null) dispatch.hands.forget(held.request.token)
        else dispatch.completions.add(completion)
      }),
    ),
    Effect.catchAllCause((cause) =>
      // Nobody tells of it: when its lease ends it is taken back, and given up if it comes to this too often.
      Effect.zipRight(
        Effect.sync(() => dispatch.hands.forget(held.request.token)),
        Cause.isInterrupted(cause) ? Effect.void : Effect.logError("A webhook request broke.", cause),
      ),
    ),
    Effect.onInterrupt(() => Effect.sync(() => dispatch.hands.forget(held.request.token))),
    Effect.ensuring(Effect.sync(() => giveWay(dispatch, held))),
    Effect.asVoid,
  )

const giveWay = (dispatch: Dispatch, held: Held): void => {
  const next = dispatch.hands.sent(held, dispatch.stopping)
  if (next !== undefined) dispatch.begin(next)
}

/** Called with what was told; undefined: it could not be, and is left to whoever takes it back. */
export const afterTelling = (
  dispatch: Pick<Dispatch, "hands" | "bell" | "store" | "settings">,
  batch: ReadonlyArray<Completion>,
  completed: Completed | undefined,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const { request } of batch) dispatch.hands.forget(request.token)
    if (completed === undefined) return
    const lost = batch.length - completed.accepted.size
    if (lost > 0) yield* countLost(lost)
    yield* Effect.forEach(completed.transitions, tellTransition, { discard: true })
    yield* tellExhausted(completed.exhausted)
    yield* giveBackBehind(dispatch, batch)
    for (const transition of completed.transitions)
      if (transition._tag === "Disabled")
        yield* Effect.repeat(dispatch.store.hold(transition.endpointId, 1000), {
          while: (held) => held >= 1000,
        })
    dispatch.bell.ring()
  })

/** Behind a request that failed nobody waits any longer: when the next ones are sent is for the storage to say anew. */
const giveBackBehind = (
  { hands, store }: Pick<Dispatch, "hands" | "store">,
  batch: ReadonlyArray<Completion>,
): Effect.Effect<void> => {
  const failed = new Set(
    batch.filter(({ attempt }) => attempt.error !== null).map(({ request }) => request.endpoint.id),
  )
  const waiting = [...failed].flatMap((endpoint) => hands.withdraw(endpoint)).map(({ request }) => request)
  return waiting.length === 0 ? Effect.void : store.release(waiting)
}
