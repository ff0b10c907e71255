/** The days of time zones, against their clocks. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { addDays, findDay, findDayStart, isTimeZone, splitDays } from "../../src/domain/days.ts"
import { fromMillis, toMillis } from "../../src/domain/Timestamp.ts"

const readClock = (millis: number, timeZone: string): string =>
  new Date(millis).toLocaleDateString("sv-SE", { timeZone })

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
  // Clocks that change at midnight.
  "Asia/Beirut",
  "Africa/Cairo",
  "America/Havana",
  "America/Santiago",
]

describe("the days of a time zone", () => {
  it("begin at its midnight, or when its clocks have skipped it", () => {
    assert.strictEqual(findDayStart("2026-11-20", "UTC"), "2026-11-20T00:00:00.000000Z")
    assert.strictEqual(findDayStart("2026-03-29", "Europe/Berlin"), "2026-03-28T23:00:00.000000Z")
    assert.strictEqual(findDayStart("2026-03-30", "Europe/Berlin"), "2026-03-29T22:00:00.000000Z")
    assert.strictEqual(findDayStart("2026-03-29", "Asia/Beirut"), "2026-03-28T22:00:00.000000Z")
    assert.strictEqual(
      readClock(toMillis(findDayStart("2026-03-29", "Asia/Beirut")), "Asia/Beirut"),
      "2026-03-29",
    )
    assert.strictEqual(addDays("2026-12-31", 1), "2027-01-01")
  })

  it("are left out where the zone has changed its side of the date line", () => {
    const days = splitDays(
      findDayStart("2011-12-29", "Pacific/Apia"),
      findDayStart("2012-01-01", "Pacific/Apia"),
      "Pacific/Apia",
    )
    assert.deepStrictEqual(
      days.map(({ day }) => day),
      ["2011-12-29", "2011-12-31"],
    )
  })

  it("have names of time zones alone", () => {
    for (const zone of zones) assert.isTrue(isTimeZone(zone))
    for (const zone of ["", "Europe/Nowhere", "local"]) assert.isFalse(isTimeZone(zone))
  })

  it("fill a time span without gaps, and each instant is in the day that the clock shows", () =>
    checkProperty(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2035, 0) }),
        fc.integer({ min: 1, max: 9 * 86_400_000 }),
        fc.integer({ min: 0, max: 999 }),
        (zone, start, length, share) => {
          const days = splitDays(fromMillis(start), fromMillis(start + length), zone)
          assert.strictEqual(days[0]?.start, fromMillis(start))
          assert.strictEqual(days.at(-1)?.end, fromMillis(start + length))
          for (const [index, { day, end, start: from }] of days.entries()) {
            assert.isBelow(toMillis(from), toMillis(end))
            if (index > 0) assert.strictEqual(days[index - 1]?.end, from)
            const within = Math.floor(toMillis(from) + ((toMillis(end) - toMillis(from)) * share) / 1000)
            for (const at of [toMillis(from), within, toMillis(end) - 1]) {
              assert.strictEqual(readClock(at, zone), day)
              assert.strictEqual(findDay(fromMillis(at), zone), day)
            }
          }
        },
      ),
      4000,
    ))
})
