/** Monotonic time of the fiber's clock, in milliseconds: for durations and deadlines, not for dates. */
import { type Clock, Effect, type Fiber, FiberId, Runtime, Schedule } from "effect"

export const readMonotonicMillis = (clock: Clock.Clock): number =>
  Number(clock.unsafeCurrentTimeNanos()) / 1e6

/** Clock, timers and fibers for the callbacks of sockets, which run outside of fibers. */
export interface CallbackTime {
  readonly now: () => number
  /** Runs a task at an interval, also after a run that threw, which is logged. The returned function stops it. */
  readonly every: (millis: number, task: () => void) => () => void
  readonly fork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>
}

/** Takes the clock of the current fiber. */
export const makeCallbackTime: Effect.Effect<CallbackTime> = Effect.gen(function* () {
  const clock = yield* Effect.clock
  const runFork = Runtime.runFork(yield* Effect.runtime<never>())
  // The current fiber may be acquiring a resource, uninterruptibly.
  const fork = <A, E>(effect: Effect.Effect<A, E>) => runFork(Effect.interruptible(effect))
  return {
    now: () => readMonotonicMillis(clock),
    every: (millis, task) => {
      const run = Effect.catchAllCause(Effect.sync(task), (cause) =>
        Effect.logError("Timer task failed; it runs again at the next interval.", cause),
      )
      const fiber = fork(Effect.schedule(run, Schedule.spaced(millis)))
      return () => fiber.unsafeInterruptAsFork(FiberId.none)
    },
    fork,
  }
})
