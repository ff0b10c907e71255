import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { now, toMillis } from "../../src/domain/Timestamp.ts"

/** A clock of which a test sets both counts: milliseconds as the machine tells them, nanoseconds since the process started. */
const clockOf = (counts: { millis: number; nanos: bigint }): Clock.Clock => ({
  ...Clock.make(),
  unsafeCurrentTimeMillis: () => counts.millis,
  unsafeCurrentTimeNanos: () => counts.nanos,
})

describe("the current instant", () => {
  const start = Date.parse("2026-11-20T10:00:00Z")

  it.effect("has microseconds", () => {
    const clock = clockOf({ millis: start, nanos: BigInt(start) * 1_000_000n + 123_456n })
    return Effect.gen(function* () {
      assert.strictEqual(yield* now, "2026-11-20T10:00:00.000123Z")
    }).pipe(Effect.withClock(clock))
  })

  it.effect("follows a machine that slept or whose time was corrected, either way", () => {
    const counts = { millis: start, nanos: BigInt(start) * 1_000_000n }
    return Effect.gen(function* () {
      assert.strictEqual(toMillis(yield* now), start)
      counts.millis += 3_600_000
      assert.strictEqual(toMillis(yield* now), start + 3_600_000)
      counts.millis += 1
      counts.nanos += 1_250_000n
      assert.strictEqual(yield* now, "2026-11-20T11:00:00.001250Z")
      counts.millis -= 7_200_000
      assert.strictEqual(yield* now, "2026-11-20T09:00:00.001000Z")
    }).pipe(Effect.withClock(clockOf(counts)))
  })

  it.effect("does not go back while the time of the machine is corrected slowly", () => {
    const counts = { millis: start, nanos: BigInt(start) * 1_000_000n }
    return Effect.gen(function* () {
      let before = yield* now
      for (let tenth = 1; tenth <= 10_000; tenth++) {
        counts.millis = start + Math.floor(tenth / 10)
        // Too fast by a hundredth.
        counts.nanos = BigInt(start) * 1_000_000n + BigInt(tenth) * 101_000n
        const at = yield* now
        if (at < before) assert.fail(`${at} after ${before}`)
        assert.isAtMost(Math.abs(toMillis(at) - counts.millis), 4)
        before = at
      }
    }).pipe(Effect.withClock(clockOf(counts)))
  })
})
