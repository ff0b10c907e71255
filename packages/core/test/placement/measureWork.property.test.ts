/** The times of work on a claim, whatever its client reports. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { fromMillis } from "../../src/domain/Timestamp.ts"
import {
  type MeasuredTime,
  measureWork,
  type SavedWork,
  type TimeSince,
} from "../../src/placement/measureWork.ts"

/** A stretch of work before a save or the end: the milliseconds in which the person works, then those of a pause. */
interface Stretch {
  readonly active: number
  readonly paused: number
}

const stretches = fc.array(
  fc.record({ active: fc.integer({ min: 1, max: 600_000 }), paused: fc.integer({ min: 0, max: 600_000 }) }),
  { minLength: 1, maxLength: 8 },
)

/** A client that reports the times of each stretch, or those since the claim. The answers are what the server keeps. */
const recordAll = (
  work: ReadonlyArray<Stretch>,
  whole: boolean,
  timeSince: TimeSince | undefined,
): ReadonlyArray<MeasuredTime> => {
  let now = 1_700_000_000_000
  const claimedAt = fromMillis(now)
  let saved: SavedWork | null = null
  let sum = { active: 0, paused: 0 }
  return work.map(({ active, paused }) => {
    now += active + paused
    sum = whole ? { active: sum.active + active, paused: sum.paused + paused } : { active, paused }
    const reported = { time: sum.active, inactiveTime: sum.paused, timeSince }
    const { measured } = measureWork(reported, claimedAt, fromMillis(now), saved)
    saved = {
      time: (saved?.time ?? 0) + measured.time,
      inactiveTime: (saved?.inactiveTime ?? 0) + measured.inactiveTime,
      lastAt: fromMillis(now),
    }
    return measured
  })
}

const expected = (work: ReadonlyArray<Stretch>): ReadonlyArray<MeasuredTime> =>
  work.map(({ active, paused }) => ({ time: active, inactiveTime: paused }))

describe("the time of a piece of work", () => {
  it("is that since the previous one, for clients that report this and for those that report it since the claim", () =>
    checkProperty(
      fc.property(stretches, fc.boolean(), (work, says) => {
        assert.deepStrictEqual(recordAll(work, false, says ? "previous" : undefined), expected(work))
        assert.deepStrictEqual(recordAll(work, true, says ? "claim" : undefined), expected(work))
      }),
      2000,
    ))

  it("is with all others of its claim no longer than the claim, whatever the client reports", () => {
    const reports = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 100_000 }),
        time: fc.integer({ min: 0, max: 1_000_000 }),
        inactiveTime: fc.integer({ min: 0, max: 1_000_000 }),
        timeSince: fc.constantFrom<TimeSince | undefined>("claim", "previous", undefined),
      }),
      { maxLength: 8 },
    )
    return checkProperty(
      fc.property(reports, (sent) => {
        let now = 1_700_000_000_000
        const claimedAt = fromMillis(now)
        // The compiler would take it for null alone.
        let saved = null as SavedWork | null
        let total = 0
        for (const { gap, ...reported } of sent) {
          now += gap
          const { measured } = measureWork(reported, claimedAt, fromMillis(now), saved)
          total += measured.time + measured.inactiveTime
          saved = {
            time: (saved?.time ?? 0) + measured.time,
            inactiveTime: (saved?.inactiveTime ?? 0) + measured.inactiveTime,
            lastAt: fromMillis(now),
          }
        }
        assert.isAtMost(total, now - 1_700_000_000_000)
      }),
      2000,
    )
  })

  it("is not lost where the save before arrived late", () => {
    const at = (seconds: number) => fromMillis((1_700_000_000 + seconds) * 1000)
    const saved = { time: 60_000, inactiveTime: 0, lastAt: at(65) }
    const { measured } = measureWork({ time: 12_000, inactiveTime: 0 }, at(0), at(72), saved)
    assert.deepStrictEqual(measured, { time: 7000, inactiveTime: 0 })
  })

  it("is none when the clock of another process is behind", () => {
    const { measured } = measureWork({ time: 5 }, fromMillis(2000), fromMillis(1000), null)
    assert.deepStrictEqual(measured, { time: 0, inactiveTime: 0 })
  })
})
