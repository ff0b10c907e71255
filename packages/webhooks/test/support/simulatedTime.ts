/**
 * A clock for tests that wait for time alone: whenever every fiber waits, it jumps to the next moment that one waits for. An hour
 * passes at once, and what happens at the same moment happens in the order in which it was waited for.
 */
import { Clock, Duration, Effect } from "effect"

const start = Date.parse("2026-11-20T12:00:00Z")

/** Runs the effect in simulated time. Real I/O takes no time there: such a test needs the live clock. */
export const inSimulatedTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.withClock(effect, makeClock()))

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

const makeClock = (): Clock.Clock => {
  let now = start
  const sleepers = new Set<Sleeper>()
  let isPumping = false

  /** Runs while somebody sleeps. Between two jumps all fibers that can run do so: they yield by microtasks. */
  const pump = () => {
    isPumping = sleepers.size > 0
    if (!isPumping) return
    now = Math.min(...[...sleepers].map(({ at }) => at))
    for (const sleeper of [...sleepers].filter(({ at }) => at <= now)) {
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    setImmediate(() => setImmediate(pump))
  }

  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => Math.floor(now),
    unsafeCurrentTimeNanos: () => BigInt(Math.round(now * 1e6)),
    currentTimeMillis: Effect.sync(() => Math.floor(now)),
    currentTimeNanos: Effect.sync(() => BigInt(Math.round(now * 1e6))),
    sleep: (duration) =>
      Effect.async<void>((resume) => {
        const millis = Duration.toMillis(duration)
        if (millis === Number.POSITIVE_INFINITY) return
        const sleeper = { at: now + Math.max(0, millis), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        if (!isPumping) {
          isPumping = true
          setImmediate(() => setImmediate(pump))
        }
        return Effect.sync(() => sleepers.delete(sleeper))
      }),
  }
}
