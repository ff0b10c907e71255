/**
 * Clears away, in the background, what nobody needs any more: what was ended here, at once; what processes that died left
 * behind, every few minutes, in whichever process comes first. Batches are small, and doing it twice does no harm.
 */
import { Effect, Queue, Random, type Scope } from "effect"

/** Sweeps until the scope closes; answers what lets it begin at once. */
export const sweeping = (
  what: string,
  sweep: Effect.Effect<void>,
): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const signal = yield* Queue.sliding<void>(1)
    yield* sweep.pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning(`Clearing away ${what} failed and is tried again.`, cause),
      ),
      Effect.zipRight(Effect.raceFirst(Queue.take(signal), pause)),
      Effect.forever,
      Effect.forkScoped,
    )
    return Effect.asVoid(Queue.offer(signal, undefined))
  })

/** About five minutes, so that processes do not begin all at once. */
const pause = Effect.flatMap(Random.nextRange(240_000, 360_000), (millis) => Effect.sleep(millis))
