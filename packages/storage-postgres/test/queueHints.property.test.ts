/** The marks of the queue's ranges: a claim of this process never begins behind a free row that this process knows of. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { makeQueueHints, type Range, type Reading } from "../src/claim/queueHints.ts"
import { type Mark, theStart } from "../src/claim/statements.ts"

const pool: Range = { dataset: "streets", name: "4 ", reader: "" }
const mark = (at: number, id = ""): Mark => ({ at, id })

/** Reads the range at a time, in no time. */
const read = (hints: ReturnType<typeof makeQueueHints>, now: number, found: Mark, range = pool): Mark => {
  const reading = hints.begin(range, now)
  reading.end(found, now)
  return reading.from
}

describe("a mark", () => {
  it("is where the last reading found something", () => {
    const hints = makeQueueHints()
    assert.deepStrictEqual(read(hints, 0, mark(3, "c")), theStart)
    assert.deepStrictEqual(read(hints, 1, mark(3, "d")), mark(3, "c"))
    assert.deepStrictEqual(read(hints, 2, mark(4, "a")), mark(3, "d"))
  })

  it("stays at the last of several that were found at the same time", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(3))
    const [one, other] = [hints.begin(pool, 1), hints.begin(pool, 1)]
    other.end(mark(5), 2)
    one.end(mark(4), 3)
    assert.deepStrictEqual(read(hints, 4, mark(6)), mark(5))
  })

  it("is passed over once a second, so that what others do is seen within 1.5 seconds", () => {
    const hints = makeQueueHints()
    const starts: Array<number> = []
    for (let now = 0; now < 10_000; now += 40) {
      const reading = hints.begin(pool, now)
      if (reading.from === theStart) starts.push(now)
      reading.end(mark(now), now + 15)
    }
    assert.isAbove(starts.length, 8)
    for (const [i, at] of starts.entries()) assert.isBelow(at - (starts[i - 1] ?? 0), 1500)
  })

  it("is passed over the less often the longer that takes", () => {
    const hints = makeQueueHints()
    hints.begin(pool, 0).end(mark(1), 100)
    assert.deepStrictEqual(read(hints, 5000, mark(2)), mark(1))
    assert.deepStrictEqual(read(hints, 5101, mark(3)), theStart)
  })

  it("is passed over by one of those who read at the same time", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(5))
    const froms = [hints.begin(pool, 2000), hints.begin(pool, 2000), hints.begin(pool, 2001)].map(
      (reading) => reading.from,
    )
    assert.deepStrictEqual(froms, [theStart, mark(5), mark(5)])
  })

  it("is passed over again when the range was not read after all", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(5))
    hints.begin(pool, 2000).end("unread", 2001)
    assert.deepStrictEqual(read(hints, 2002, mark(6)), theStart)
  })

  it("stays where it is when the range was empty", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(5))
    hints.begin(pool, 2).end("empty", 3)
    assert.deepStrictEqual(read(hints, 4, mark(6)), mark(5))
  })

  it("is lowered by a row that others have put before it, and stays there for the rows behind that", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(9))
    const late = hints.begin(pool, 1001)
    const behind = hints.begin(pool, 1002)
    late.end(mark(2), 1003)
    behind.end(mark(10), 1004)
    assert.deepStrictEqual(read(hints, 1005, mark(3)), mark(2))
  })

  it("is each reader's own, and lowered for all of them", () => {
    const hints = makeQueueHints()
    const [ann, bob] = ["ann", "bob"].map((reader): Range => ({ ...pool, reader })) as [Range, Range]
    read(hints, 0, mark(8), ann)
    read(hints, 0, mark(9), bob)
    assert.deepStrictEqual(read(hints, 1, mark(8), ann), mark(8))
    hints.lower(pool.dataset, pool.name, mark(4))
    hints.lower(pool.dataset, "3 ann", mark(1))
    hints.lower("flowers", pool.name, mark(1))
    assert.deepStrictEqual(read(hints, 2, mark(8), ann), mark(4))
    assert.deepStrictEqual(read(hints, 2, mark(8), bob), mark(4))
  })

  it("is gone when its dataset is forgotten, and with it what is being read", () => {
    const hints = makeQueueHints()
    read(hints, 0, mark(8))
    const reading = hints.begin(pool, 1)
    hints.forget(pool.dataset)
    reading.end(mark(9), 2)
    assert.deepStrictEqual(hints.begin(pool, 3).from, theStart)
  })

  it("is kept for so many ranges only", () => {
    const hints = makeQueueHints(3)
    const range = (i: number): Range => ({ ...pool, name: `3 user-${i}` })
    for (let i = 0; i < 3; i++) read(hints, 0, mark(i), range(i))
    assert.deepStrictEqual(read(hints, 1, mark(1), range(1)), mark(1))
    read(hints, 1, mark(9), range(9))
    assert.deepStrictEqual(read(hints, 2, mark(1), range(1)), theStart)
  })
})

/** What happens to a range: by this process (claims that take a while, rows put or freed) and by another. */
type Event =
  | { readonly kind: "begin" | "take" | "end" | "fail"; readonly which: number }
  | { readonly kind: "put" | "raised elsewhere"; readonly at: number }
  | { readonly kind: "wait"; readonly millis: number }

const which = FastCheck.nat({ max: 3 })
const at = FastCheck.nat({ max: 12 })
const event: FastCheck.Arbitrary<Event> = FastCheck.oneof(
  FastCheck.record({
    kind: FastCheck.constantFrom(
      "begin" as const,
      "take" as const,
      "end" as const,
      "end" as const,
      "fail" as const,
    ),
    which,
  }),
  FastCheck.record({
    kind: FastCheck.constantFrom("put" as const, "put" as const, "raised elsewhere" as const),
    at,
  }),
  FastCheck.record({ kind: FastCheck.constant("wait" as const), millis: FastCheck.nat({ max: 400 }) }),
)

interface Claiming {
  readonly begun: number
  readonly reading: Reading
  /** Free rows that this process knew of when it began. */
  readonly known: ReadonlySet<number>
  taken: number | "nothing yet" | "empty"
}

/** Plays the events; every claim must take the first row that is free, but for those that another process put lately. */
const play = (events: ReadonlyArray<Event>): void => {
  const hints = makeQueueHints()
  const free = new Map<number, { readonly elsewhere: boolean; readonly since: number }>()
  const claims = new Map<number, Claiming>()
  let now = 0
  let slowest = 0
  /** Whether a row of another process has been free for so long that the range was read from its start since. */
  const isSeen = (since: number) => now - since > 500 + (slowest > 20 ? slowest * 50 : 1000)
  const put = (row: number, elsewhere: boolean) => {
    if (!free.has(row)) free.set(row, { elsewhere, since: now })
  }
  const take = (claim: Claiming) => {
    if (claim.taken !== "nothing yet") return
    const rows = [...free.keys()].sort((a, b) => a - b)
    const row = rows.find((each) => each >= claim.reading.from.at)
    const first = rows.find((each) => claim.known.has(each))
    if (first !== undefined) assert.isTrue(row !== undefined && row <= first, `${row} instead of ${first}`)
    claim.taken = row ?? "empty"
    if (row !== undefined) free.delete(row)
  }
  const end = (key: number, failed: boolean) => {
    const claim = claims.get(key)
    if (claim === undefined) return
    claims.delete(key)
    const { begun, reading, taken } = claim
    slowest = Math.max(slowest, now - begun)
    if (!failed && taken !== "nothing yet") return reading.end(taken === "empty" ? taken : mark(taken), now)
    if (typeof taken === "number") put(taken, false)
    reading.end("unread", now)
    hints.forget(pool.dataset)
  }
  for (const each of events) {
    now += 1
    switch (each.kind) {
      case "begin": {
        end(each.which, false)
        const known = [...free].filter(([, { elsewhere, since }]) => !elsewhere || isSeen(since))
        // What another process put is seen by the first that reads from the start, which may be on its way.
        const busy = claims.size > 0
        claims.set(each.which, {
          begun: now,
          reading: hints.begin(pool, now),
          known: new Set(
            known.filter(([row]) => !busy || free.get(row)?.elsewhere === false).map(([row]) => row),
          ),
          taken: "nothing yet",
        })
        break
      }
      case "take": {
        const claim = claims.get(each.which)
        if (claim !== undefined) take(claim)
        break
      }
      case "end":
      case "fail":
        end(each.which, each.kind === "fail")
        break
      case "put":
        put(each.at, false)
        hints.lower(pool.dataset, pool.name, mark(each.at))
        break
      case "raised elsewhere":
        put(each.at, true)
        break
      case "wait":
        // A reading that takes long makes those from the start rarer: time passes between claims.
        if (claims.size === 0) now += each.millis
    }
  }
}

describe("claims of one process, some at a time", () => {
  it("take the first row that is free, and within 1.5 seconds also what another process has put", async () => {
    const property = FastCheck.property(FastCheck.array(event, { maxLength: 60, size: "max" }), play)
    await checkProperty(property, 2000)
  })
})
