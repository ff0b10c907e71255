import { Clock, Duration, Effect } from "effect"
import { fromMillis, type Timestamp } from "../domain/Timestamp.ts"

/** A clock that advances only on demand. All times and timers of the engine use it: leases, expiries, pauses of workers. */
export interface TestClock {
  /** The current time of the clock. */
  readonly now: () => Timestamp
  /**
   * Advances the clock by milliseconds or a duration such as `"10 minutes"`. Resolves when all due timers have run. The
   * clock moves in at most twenty steps, and the timers within a step fire at its end: a worker that polls every second
   * polls twenty times in a day, not 86 400 times.
   */
  readonly advance: (time: Duration.DurationInput) => Promise<void>
}

interface Waiter {
  readonly at: number
  readonly wake: () => void
}

/** Creates a clock that starts at an ISO 8601 time, and its control for tests. */
export const makeTestClock = (start: string): { readonly clock: Clock.Clock; readonly test: TestClock } => {
  let millis = Date.parse(start)
  if (Number.isNaN(millis)) throw new RangeError("start must be an ISO 8601 time")
  const waiters = new Set<Waiter>()
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => millis,
    unsafeCurrentTimeNanos: () => BigInt(millis) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const wait = Duration.toMillis(duration)
        if (wait <= 0) return resume(Effect.void)
        // The clock has whole milliseconds only.
        const waiter: Waiter = { at: millis + Math.ceil(wait), wake: () => resume(Effect.void) }
        waiters.add(waiter)
        return Effect.sync(() => waiters.delete(waiter))
      }),
  }
  const advance = async (time: Duration.DurationInput): Promise<void> => {
    const until = millis + Math.ceil(Duration.toMillis(time))
    const stride = Math.ceil((until - millis) / strides)
    await waitUntilSettled()
    while (millis < until) {
      millis = Math.min(until, millis + stride)
      for (const waiter of findDue(waiters, millis)) {
        waiters.delete(waiter)
        waiter.wake()
      }
      await waitUntilSettled()
    }
  }
  return { clock, test: { now: () => fromMillis(millis), advance } }
}

const strides = 20

/** The due timers, in the order of their times. */
const findDue = (waiters: ReadonlySet<Waiter>, millis: number): ReadonlyArray<Waiter> =>
  [...waiters].filter(({ at }) => at <= millis).sort((one, other) => one.at - other.at)

/** Waits until all runnable fibers have run: they yield by macrotasks, a few in a row. */
const waitUntilSettled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 0))
}
