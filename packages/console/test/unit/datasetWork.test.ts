import { assert, describe, it } from "vitest"
import type { Wire } from "../../src/api/client.ts"
import { countToLabel, countToReview, listWaitingQueues } from "../../src/api/waiting.ts"
import { estimateDaysLeft, findNextStep, listDays, listPeople } from "../../src/pages/dataset/work.ts"
import { isFiltered, pickFilters, readDatasetsSearch } from "../../src/pages/datasets/search.ts"

const none = {
  ...{
    workunits: 0,
    submitted: 0,
    resubmitted: 0,
    saved: 0,
    skipped: 0,
    accepted: 0,
    rejected: 0,
    edited: 0,
  },
  ...{ returned: 0, first_reviews: 0, first_reviews_accepted: 0, first_pass_acceptance: null },
  ...{
    objects_created: 0,
    objects_changed: 0,
    objects_removed: 0,
    objects_unknown: 0,
    time: 0,
    inactive_time: 0,
  },
}
const statistics = (rows: Wire<"Statistics">["rows"]): Wire<"Statistics"> => ({
  start: "2026-11-17T23:00:00.000000Z",
  end: "2026-11-20T10:00:00.000001Z",
  time_zone: "Europe/Berlin",
  by: ["day"],
  rows,
  total: none,
})

describe("the finished work", () => {
  it("has every day of its span, also those without work", () => {
    const days = listDays(
      statistics([
        { ...none, day: "2026-11-18", submitted: 3, saved: 9, skipped: 2 },
        { ...none, day: "2026-11-20", submitted: 1, accepted: 1, rejected: 1, edited: 9 },
      ]),
    )
    const first = Date.parse("2026-11-18T00:00:00Z") / 1000
    assert.deepStrictEqual(days, [
      { at: first, labeled: 3, reviewed: 0 },
      { at: first + 86_400, labeled: 0, reviewed: 0 },
      { at: first + 2 * 86_400, labeled: 1, reviewed: 2 },
    ])
  })

  it("is that of each person, who did most first", () => {
    const row = { ...none, time: 10, inactive_time: 4 }
    assert.deepStrictEqual(
      listPeople(
        statistics([
          { ...row, person: "ann", submitted: 1, saved: 7 },
          { ...row, person: "bob", submitted: 5, rejected: 1, skipped: 2 },
        ]),
      ),
      [
        { user: "bob", labeled: 5, reviewed: 1, skipped: 2, time: 10 },
        { user: "ann", labeled: 1, reviewed: 0, skipped: 0, time: 10 },
      ],
    )
  })

  it("says how long the rest takes", () => {
    const day = (labeled: number) => ({ at: 0, labeled, reviewed: 0 })
    const week = [day(100), ...Array.from({ length: 7 }, () => day(2))]
    assert.strictEqual(estimateDaysLeft(5, week, "labeled"), 3)
    assert.isUndefined(estimateDaysLeft(0, week, "labeled"))
    assert.isUndefined(estimateDaysLeft(5, week, "reviewed"))
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
    assert.deepStrictEqual([countToLabel(stats), countToReview(stats)], [15, 48])
  })

  it("leads on to what its labels need", () => {
    const statuses = ["UNLABELED", "PRELABELED", "LABELING_IN_PROGRESS", "LABELED", "REVIEWING_IN_PROGRESS"]
    const rest = ["REVIEWED", "REJECTED", "SKIPPED", "VERIFIED"]
    const empty = Object.fromEntries([...statuses, ...rest].map((status) => [status, 0]))
    // Cast: every status has a count.
    const find = (counts: object) => findNextStep({ ...empty, ...counts } as Wire<"LabelStats">)
    assert.deepStrictEqual(
      [
        find({ UNLABELED: 2, PRELABELED: 1, TOTAL: 3 }),
        find({ UNLABELED: 2, REVIEWED: 1, TOTAL: 3 }),
        find({ LABELED: 2, REVIEWED: 1, TOTAL: 3 }),
        find({ REVIEWED: 1, VERIFIED: 1, SKIPPED: 1, TOTAL: 3 }),
      ],
      ["label", "labelRest", "review", "finished"],
    )
  })

  it("waits where a person may work, first in the dataset that they come from", () => {
    // Cast: what the list reads of a dataset.
    const make = (name: string, permissions: ReadonlyArray<string>, UNLABELED: number, LABELED: number) =>
      ({
        name,
        owner: { username: "acme" },
        archived: false,
        permissions,
        label_stats: {
          UNLABELED,
          PRELABELED: 0,
          LABELING_IN_PROGRESS: 0,
          REJECTED: 0,
          LABELED,
          REVIEWING_IN_PROGRESS: 0,
        },
      }) as unknown as Wire<"Dataset">
    const datasets = [
      make("long", ["label", "review"], 900, 2),
      make("here", ["label", "review"], 5, 1),
      make("locked", ["read"], 7, 7),
      make("done", ["label", "review"], 0, 0),
    ]
    const queues = listWaitingQueues(datasets, {
      path: { owner: "acme", dataset: "here" },
      queue: "labeling",
    })
    assert.deepStrictEqual(
      queues.map(({ count, path, queue }) => [path.dataset, queue, count]),
      [
        ["here", "reviewing", 1],
        ["long", "labeling", 900],
        ["long", "reviewing", 2],
      ],
    )
  })
})

describe("the address of the list of datasets", () => {
  it("holds page and filters, and nothing that it cannot mean", () => {
    assert.deepStrictEqual(readDatasetsSearch({ page: 2, q: 12, owner: " acme ", role: "owner", x: 1 }), {
      page: 2,
      q: "12",
      owner: "acme",
      role: "owner",
    })
    assert.deepStrictEqual(readDatasetsSearch({ page: 1, q: " ", role: "king" }), {})
    assert.deepStrictEqual(pickFilters({ page: 2, q: "a" }), { q: "a" })
    assert.isFalse(isFiltered({ page: 2 }))
  })
})
