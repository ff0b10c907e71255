/** SampleStore: filters, orders and pages. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Dataset } from "../domain/Dataset.ts"
import { nextId, VersionId } from "../domain/Ids.ts"
import { trustedJson } from "../domain/JsonText.ts"
import { SampleName } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import {
  type SampleCursor,
  type SampleFilter,
  type SampleQuery,
  SampleStore,
  type SortKey,
} from "../samples/SampleStore.ts"
import { aDataset, aLabelset, aPerson, aWorld, instant, plus, someLabel, someSamples } from "./fixtures.ts"
import { suite } from "./suite.ts"

const page = (
  dataset: Dataset,
  query: Partial<SampleQuery> & { readonly only?: Omit<SampleFilter, "datasetId"> } = {},
) =>
  Effect.flatMap(SampleStore, (store) =>
    store.page({
      filter: { datasetId: dataset.id, ...query.only },
      sort: { key: "name", descending: false },
      start: { offset: 0 },
      limit: 10_000,
      ...query,
    }),
  )

const ids = Effect.map((cursors: ReadonlyArray<SampleCursor>) => cursors.map(({ id }) => id))

const named = (name: string, fields: Partial<Sample> = {}): Partial<Sample> => ({
  name: SampleName.make(name),
  ...fields,
})

/** The page and the count of a filter, as the names of the samples given. */
const matches = (dataset: Dataset, all: ReadonlyArray<Sample>, only: Omit<SampleFilter, "datasetId">) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const found = yield* ids(page(dataset, { only }))
    assert.strictEqual(yield* store.count({ datasetId: dataset.id, ...only }, 100), found.length)
    return found.map((id): string | undefined => all.find((sample) => sample.id === id)?.name)
  })

const keys: ReadonlyArray<SortKey> = ["name", "created_at", "priority", "gt_label__updated_at"]

/** Samples with ties in everything but the name, some of them without a label. */
const manySorted = Effect.gen(function* () {
  const { dataset, truth } = yield* aWorld
  const labels = yield* LabelStore
  const numbers = [5, 0, 3, 8, 1, 7, 2, 6, 4, 9]
  const all = yield* someSamples(
    dataset,
    numbers.map((n) => named(`n${n}`, { priority: (n % 3) - 1, createdAt: plus(instant, n % 4) })),
  )
  const updated = new Map<Sample["id"], string>()
  for (const [i, sample] of all.entries()) {
    if (i % 3 === 0) continue
    const label = yield* someLabel(sample, truth, { updatedAt: plus(instant, i % 2) })
    yield* labels.writeNew([label], "write")
    updated.set(sample.id, label.updatedAt)
  }
  return { dataset, all, updated }
})

const sortedBy = (
  sample: Sample,
  key: SortKey,
  updated: ReadonlyMap<string, string>,
): string | number | null => {
  if (key === "name") return sample.name
  if (key === "created_at") return sample.createdAt
  return key === "priority" ? sample.priority : (updated.get(sample.id) ?? null)
}

export const samplePages = suite("SampleStore, pages", {
  "orders names by Unicode code point": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const sorted = [
      " ",
      "-",
      "1",
      "10",
      "2",
      "A",
      "B",
      "_",
      "a",
      "a b",
      "a-b",
      "ab",
      "b",
      "é",
      "語",
      "\u{FFFD}",
      "𝒳",
    ]
    const shuffled = sorted.toSorted(
      (a, b) => ((a.length * 7 + a.charCodeAt(0)) % 11) - ((b.length * 7 + b.charCodeAt(0)) % 11),
    )
    yield* someSamples(
      dataset,
      shuffled.map((name) => named(name)),
    )
    const names = (descending: boolean) =>
      Effect.map(page(dataset, { sort: { key: "name", descending } }), (cursors) =>
        cursors.map(({ value }) => value),
      )
    assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* names(false), sorted)
    assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* names(true), sorted.toReversed())
  }),

  "orders by every key in both directions, ties by id rising, no label last": Effect.gen(function* () {
    const { dataset, all, updated } = yield* manySorted
    for (const key of keys) {
      for (const descending of [false, true]) {
        const expected = all
          .map((sample) => ({ value: sortedBy(sample, key, updated), id: sample.id }))
          .sort((a, b) => {
            if (a.value === b.value) return a.id < b.id ? -1 : 1
            if (a.value === null || b.value === null) return a.value === null ? 1 : -1
            return a.value < b.value === descending ? 1 : -1
          })
        assert.deepStrictEqual(
          yield* page(dataset, { sort: { key, descending } }),
          expected,
          `${key} ${descending}`,
        )
      }
    }
  }),

  "pages by offset and by cursor alike, and is empty past the end": Effect.gen(function* () {
    const { dataset } = yield* manySorted
    for (const key of keys) {
      for (const descending of [false, true]) {
        const sort = { key, descending }
        const whole = yield* page(dataset, { sort })
        for (let offset = 0; offset < whole.length; offset += 3) {
          const expected = whole.slice(offset, offset + 3)
          assert.deepStrictEqual(yield* page(dataset, { sort, start: { offset }, limit: 3 }), expected)
          const after = whole[offset - 1]
          if (after !== undefined)
            assert.deepStrictEqual(yield* page(dataset, { sort, start: { after }, limit: 3 }), expected)
        }
        assert.deepStrictEqual(yield* page(dataset, { sort, start: { offset: whole.length } }), [])
        const last = whole.at(-1)
        if (last !== undefined)
          assert.deepStrictEqual(yield* page(dataset, { sort, start: { after: last } }), [])
      }
    }
  }),

  "goes on after a sample that is gone": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* manySorted
    for (const key of keys) {
      const sort = { key, descending: true }
      const whole = yield* page(dataset, { sort })
      const gone = whole[1]
      if (gone === undefined) return assert.fail()
      yield* store.markDeleted(dataset.id, [gone.id], instant)
      assert.deepStrictEqual(yield* page(dataset, { sort, start: { after: gone } }), whole.slice(2))
    }
  }),

  "finds substrings of names as they are written": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const all = yield* someSamples(
      dataset,
      ["frame_01.png", "frameX01.png", "FRAME_01", "100%", "100", "a\\b", "é"].map((name) => named(name)),
    )
    const containing = (nameContains: string) => matches(dataset, all, { nameContains })
    assert.deepStrictEqual(yield* containing("frame_01"), ["frame_01.png"])
    assert.deepStrictEqual(yield* containing("0%"), ["100%"])
    assert.deepStrictEqual(yield* containing("\\"), ["a\\b"])
    assert.deepStrictEqual(yield* containing("é"), ["é"])
    assert.deepStrictEqual(yield* containing("É"), [])
    assert.deepStrictEqual(yield* containing("_01"), ["FRAME_01", "frame_01.png"])
    assert.lengthOf(yield* containing(""), all.length)
  }),

  "compares top-level scalar metadata as text, and asks for all of it": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const long = "x".repeat(201)
    const meta = (name: string, json: string) => named(name, { metadata: trustedJson(json) })
    const all = yield* someSamples(dataset, [
      meta("a", `{"weather":"rain","n":1,"ok":true}`),
      meta("b", `{"weather":"Rain","n":"1","ok":"true"}`),
      meta("c", `{"weather":null,"n":1.5,"deep":{"weather":"rain"},"list":["rain"]}`),
      meta("d", `{"weather":"rain","n":2,"long":"${long}","é":"ü"}`),
    ])
    const having = (...metadata: ReadonlyArray<readonly [string, string]>) =>
      matches(dataset, all, { metadata: metadata.map(([key, value]) => ({ key, value })) })
    assert.deepStrictEqual(yield* having(["weather", "rain"]), ["a", "d"])
    assert.deepStrictEqual(yield* having(["weather", "rain"], ["n", "1"]), ["a"])
    assert.deepStrictEqual(yield* having(["n", "1"]), ["a", "b"])
    assert.deepStrictEqual(yield* having(["ok", "true"]), ["a", "b"])
    assert.deepStrictEqual(yield* having(["n", "1.5"]), ["c"])
    assert.deepStrictEqual(yield* having(["weather", "null"]), [])
    assert.deepStrictEqual(yield* having(["long", long]), [])
    assert.deepStrictEqual(yield* having(["é", "ü"]), ["d"])
    assert.lengthOf(yield* having(), 4)
    const [a] = all
    if (a === undefined) return assert.fail()
    const version = yield* nextId(VersionId)
    yield* store.update({ ...a, metadata: trustedJson(`{"weather":"snow"}`), version }, a.version)
    assert.deepStrictEqual(yield* having(["weather", "rain"]), ["d"])
    assert.deepStrictEqual(yield* having(["weather", "snow"]), ["a"])
  }),

  "compares numbers in metadata digit for digit, as they were sent": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const n = (name: string, number: string) =>
      named(name, { metadata: trustedJson(`{"text":"\\"n\\":1","n":${number},"last":[1,{"n":2}]}`) })
    const all = yield* someSamples(dataset, [
      n("a", "12345678901234567890"),
      n("b", "12345678901234567891"),
      n("c", "1.0"),
      n("d", "1"),
      n("e", "-0"),
      n("f", "1e400"),
      named("g", { metadata: trustedJson(`{ "n" : 1.50 , "astral" : "${"🚗".repeat(200)}" }`) }),
    ])
    const having = (value: string, key = "n") => matches(dataset, all, { metadata: [{ key, value }] })
    assert.deepStrictEqual(yield* having("12345678901234567890"), ["a"])
    assert.deepStrictEqual(yield* having("12345678901234567891"), ["b"])
    assert.deepStrictEqual(yield* having("12345678901234567000"), [])
    assert.deepStrictEqual(yield* having("1.0"), ["c"])
    assert.deepStrictEqual(yield* having("1"), ["d"])
    assert.deepStrictEqual(yield* having("-0"), ["e"])
    assert.deepStrictEqual(yield* having("1e400"), ["f"])
    assert.deepStrictEqual(yield* having("1.50"), ["g"])
    assert.deepStrictEqual(yield* having("🚗".repeat(200), "astral"), ["g"])
    assert.lengthOf(yield* having('"n":1', "text"), 6)
    const [a] = all
    if (a === undefined) return assert.fail()
    const version = yield* nextId(VersionId)
    yield* store.update({ ...a, metadata: trustedJson(`{"n":2}`), version }, a.version)
    assert.deepStrictEqual(yield* having("12345678901234567890"), [])
  }),

  "filters by the status of the ground truth, assignees and priority": Effect.gen(function* () {
    const labels = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const bob = yield* aPerson("bob")
    const model = yield* aLabelset(dataset, "model")
    const all = yield* someSamples(dataset, [
      named("a", { priority: 1, assignedLabeler: ann }),
      named("b", { priority: 2, assignedLabeler: bob, assignedReviewer: ann }),
      named("c", { priority: 3, assignedReviewer: ann }),
    ])
    const [a, b] = all
    if (a === undefined || b === undefined) return assert.fail()
    yield* labels.writeNew(
      [yield* someLabel(a, truth, { status: "LABELED" }), yield* someLabel(b, truth, { status: "SKIPPED" })],
      "write",
    )
    yield* labels.writeNew([yield* someLabel(b, model, { status: "LABELED" })], "write")
    const find = (only: Omit<SampleFilter, "datasetId">) => matches(dataset, all, only)
    assert.deepStrictEqual(yield* find({ labelStatuses: ["LABELED"] }), ["a"])
    assert.deepStrictEqual(yield* find({ labelStatuses: ["UNLABELED"] }), ["c"])
    assert.deepStrictEqual(yield* find({ labelStatuses: ["UNLABELED", "SKIPPED", "REVIEWED"] }), ["b", "c"])
    assert.deepStrictEqual(yield* find({ labelStatuses: [] }), [])
    assert.deepStrictEqual(yield* find({ assignedLabeler: ann }), ["a"])
    assert.deepStrictEqual(yield* find({ assignedReviewer: ann }), ["b", "c"])
    assert.deepStrictEqual(yield* find({ assignedReviewer: ann, assignedLabeler: bob }), ["b"])
    assert.deepStrictEqual(yield* find({ priorityAtLeast: 2 }), ["b", "c"])
    assert.deepStrictEqual(yield* find({ priorityAtMost: 2 }), ["a", "b"])
    assert.deepStrictEqual(yield* find({ priorityAtLeast: 2, priorityAtMost: 2, nameContains: "b" }), ["b"])
  }),

  "filters and sorts and pages together": Effect.gen(function* () {
    const { dataset, all } = yield* manySorted
    const only = { priorityAtLeast: 0 }
    const sort = { key: "priority", descending: true } as const
    const whole = yield* ids(page(dataset, { only, sort }))
    assert.sameMembers(
      whole,
      all.filter(({ priority }) => priority >= 0).map(({ id }) => id),
    )
    const first = yield* page(dataset, { only, sort, limit: 2 })
    const after = first[1]
    if (after === undefined) return assert.fail()
    assert.deepStrictEqual(
      yield* ids(page(dataset, { only, sort, start: { after }, limit: 2 })),
      whole.slice(2, 4),
    )
    assert.deepStrictEqual(
      yield* ids(page(dataset, { only, sort, start: { offset: 2 }, limit: 2 })),
      whole.slice(2, 4),
    )
  }),

  "counts no further than the cap, and only this dataset": Effect.gen(function* () {
    const store = yield* SampleStore
    const ann = yield* aPerson("ann")
    const [one, other] = yield* Effect.all([aDataset(ann, "one"), aDataset(ann, "two")])
    yield* someSamples(one, [{}, {}, {}])
    yield* someSamples(other, [{}])
    const count = (dataset: Dataset, cap: number) => store.count({ datasetId: dataset.id }, cap)
    assert.deepStrictEqual(
      yield* Effect.all([count(one, 10), count(one, 3), count(one, 2), count(other, 10)]),
      [3, 3, 2, 1],
    )
    assert.lengthOf(yield* page(other), 1)
  }),
})
