/**
 * Removes unused rows in the background: at once when this process requests it, and every few minutes the rows that processes
 * left behind when they died. Batches are small, and several processes may sweep at the same time.
 */
import { Effect, Queue, Schedule, type Scope } from "effect"

/** Sweeps until the scope closes. Returns an effect that starts the next sweep at once. */
export const startSweeper = (
  what: string,
  sweep: Effect.Effect<void>,
): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const signal = yield* Queue.sliding<void>(1)
    const request = Effect.asVoid(Queue.offer(signal, undefined))
    yield* Effect.forkScoped(Effect.repeat(request, interval))
    yield* Queue.take(signal).pipe(
      Effect.zipRight(sweep),
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Unused rows could not be removed; retrying.", cause).pipe(
          Effect.annotateLogs("rows", what),
        ),
      ),
      Effect.forever,
      Effect.forkScoped,
    )
    return request
  })

/** With jitter, so that processes do not sweep at the same time. */
const interval = Schedule.jittered(Schedule.spaced("5 minutes"))
