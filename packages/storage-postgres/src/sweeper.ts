/**
 * Removes unused rows in the background: at once when this process requests it, and every few minutes the rows that processes
 * left behind when they died. Batches are small, and several processes may sweep at the same time.
 */
import { Effect, Queue, Random, type Scope } from "effect"

/** Sweeps until the scope closes. Returns an effect that starts the next sweep at once. */
export const sweeping = (
  what: string,
  sweep: Effect.Effect<void>,
): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const signal = yield* Queue.sliding<void>(1)
    yield* sweep.pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Unused rows could not be removed; retrying.", cause).pipe(
          Effect.annotateLogs("rows", what),
        ),
      ),
      Effect.zipRight(Effect.raceFirst(Queue.take(signal), pause)),
      Effect.forever,
      Effect.forkScoped,
    )
    return Effect.asVoid(Queue.offer(signal, undefined))
  })

/** Five minutes with jitter, so that processes do not sweep at the same time. */
const pause = Effect.flatMap(Random.nextRange(240_000, 360_000), (millis) => Effect.sleep(millis))
