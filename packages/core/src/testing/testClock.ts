/**
 * A clock that stands still until it is told to go on. Everything in the engine that waits or asks for the time goes by it:
 * leases, expiries, pauses of workers. Time goes by in at most twenty strides, and who waited for a moment within one wakes at
 * its end: a worker that looks for work every second looks twenty times in a day, and not 86 400 times.
 */
import { Clock, Duration, Effect } from "effect"
import { fromMillis, type Timestamp } from "../domain/Timestamp.ts"

export interface TestClock {
  readonly now: () => Timestamp
  /** Lets so much time go by, a number of milliseconds or `"10 minutes"`; done when all who waited for it have had their turn. */
  readonly advance: (time: Duration.DurationInput) => Promise<void>
}

interface Waiter {
  readonly at: number
  readonly wake: () => void
}

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
        // Whole milliseconds: the clock has no smaller ones.
        const waiter: Waiter = { at: millis + Math.ceil(wait), wake: () => resume(Effect.void) }
        waiters.add(waiter)
        return Effect.sync(() => waiters.delete(waiter))
      }),
  }
  const advance = async (time: Duration.DurationInput): Promise<void> => {
    const until = millis + Math.ceil(Duration.toMillis(time))
    const stride = Math.ceil((until - millis) / strides)
    await settled()
    while (millis < until) {
      millis = Math.min(until, millis + stride)
      for (const waiter of dueAt(waiters, millis)) {
        waiters.delete(waiter)
        waiter.wake()
      }
      await settled()
    }
  }
  return { clock, test: { now: () => fromMillis(millis), advance } }
}

const strides = 20

/** Who waits for no later moment, in the order of their moments. */
const dueAt = (waiters: ReadonlySet<Waiter>, millis: number): ReadonlyArray<Waiter> =>
  [...waiters].filter(({ at }) => at <= millis).sort((one, other) => one.at - other.at)

/** Whoever can run has run: the engine's fibers yield to one another by macrotasks, a few in a row. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 0))
}
