import { assert, describe, it } from "vitest"
import type { Wire } from "../../src/api/client.ts"
import { daysLeft, daysOf, peopleOf, toLabel, toReview } from "../../src/pages/dataset/work.ts"
import { datasetsSearch, filtersOf, isFiltered } from "../../src/pages/datasets/search.ts"

const span = { start: "2026-11-18T00:00:00.000000Z", end: "2026-11-20T10:00:00.000001Z" }

describe("the finished work", () => {
  it("has every day of its span, also those without work", () => {
    const days = daysOf({
      ...span,
      days: [
        { day: "2026-11-18", work_type: "label", workunits: 3 },
        { day: "2026-11-20", work_type: "label", workunits: 1 },
        { day: "2026-11-20", work_type: "normal", workunits: 9 },
        { day: "2026-11-20", work_type: "review", workunits: 2 },
      ],
    })
    const first = Date.parse("2026-11-18T00:00:00Z") / 1000
    assert.deepStrictEqual(days, [
      { at: first, labeled: 3, reviewed: 0 },
      { at: first + 86_400, labeled: 0, reviewed: 0 },
      { at: first + 2 * 86_400, labeled: 1, reviewed: 2 },
    ])
  })

  it("is that of each person, who did most first", () => {
    const row = { workunits: 1, time: 10, inactive_time: 4 }
    assert.deepStrictEqual(
      peopleOf({
        ...span,
        people: [
          { ...row, user: "ann", work_type: "label" },
          { ...row, user: "bob", work_type: "label", workunits: 5 },
          { ...row, user: "bob", work_type: "review" },
        ],
      }),
      [
        { user: "bob", labeled: 5, reviewed: 1, time: 20 },
        { user: "ann", labeled: 1, reviewed: 0, time: 10 },
      ],
    )
  })

  it("says how long the rest takes", () => {
    const day = (labeled: number) => ({ at: 0, labeled, reviewed: 0 })
    const week = [day(100), ...Array.from({ length: 7 }, () => day(2))]
    assert.strictEqual(daysLeft(5, week, "labeled"), 3)
    assert.isUndefined(daysLeft(0, week, "labeled"))
    assert.isUndefined(daysLeft(5, week, "reviewed"))
  })

  it("waits in the queues by the states of labels", () => {
    // Cast: the states that count.
    const stats = {
      UNLABELED: 1,
      PRELABELED: 2,
      LABELING_IN_PROGRESS: 4,
      REJECTED: 8,
      LABELED: 16,
      REVIEWING_IN_PROGRESS: 32,
      REVIEWED: 64,
    } as Wire<"LabelStats">
    assert.deepStrictEqual([toLabel(stats), toReview(stats)], [15, 48])
  })
})

describe("the address of the list of datasets", () => {
  it("holds page and filters, and nothing that it cannot mean", () => {
    assert.deepStrictEqual(datasetsSearch({ page: 2, q: 12, owner: " acme ", role: "owner", x: 1 }), {
      page: 2,
      q: "12",
      owner: "acme",
      role: "owner",
    })
    assert.deepStrictEqual(datasetsSearch({ page: 1, q: " ", role: "king" }), {})
    assert.deepStrictEqual(filtersOf({ page: 2, q: "a" }), { q: "a" })
    assert.isFalse(isFiltered({ page: 2 }))
  })
})
