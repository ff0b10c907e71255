/**
 * An effect that has succeeded already, such as `Effect.succeed`, is its own exit. It is continued at once, so that a request
 * that waits for nothing needs no fiber.
 */
import { Effect, Exit, FiberId, Runtime } from "effect"

export const isComplete = <A, E, R>(effect: Effect.Effect<A, E, R>): effect is Exit.Success<A, never> =>
  Exit.isExit(effect) && Exit.isSuccess(effect)

/** `Effect.flatMap` that continues a complete effect at once. What `next` throws is thrown to the caller then. */
export const continueWith = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  next: (value: A) => Effect.Effect<B, E2, R2>,
): Effect.Effect<B, E | E2, R | R2> =>
  isComplete(effect) ? next(effect.value) : Effect.flatMap(effect, next)

/** Makes an effect. What `make` throws becomes its defect. */
export const tryMake = <A, E, R>(make: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  try {
    return make()
  } catch (defect) {
    return Effect.die(defect)
  }
}

/** Runs an effect and passes on its exit: at once when it is complete. The returned function interrupts it. */
export const run = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  runtime: () => Runtime.Runtime<R>,
  done: (exit: Exit.Exit<A, E>) => void,
): (() => void) => {
  if (isComplete(effect)) {
    done(effect)
    return ignoreRest
  }
  const fiber = Runtime.runFork(runtime())(effect)
  fiber.addObserver(done)
  return () => fiber.unsafeInterruptAsFork(FiberId.none)
}

const ignoreRest = (): void => {}
