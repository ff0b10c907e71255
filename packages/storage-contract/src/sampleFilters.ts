/** SampleStore: filters, and counts of matching samples. */
import {
  type Dataset,
  LabelStore,
  nextId,
  type Sample,
  type SampleFilter,
  SampleStore,
  trustedJson,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aDataset, aLabelset, aPerson, aWorld, someLabel, someSamples } from "./fixtures.ts"
import { ids, named, page } from "./samplePage.ts"
import { suite } from "./suite.ts"

/** The names of the samples that the page and the count of a filter include. */
const matches = (dataset: Dataset, all: ReadonlyArray<Sample>, only: Omit<SampleFilter, "datasetId">) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const found = yield* ids(page(dataset, { only }))
    assert.strictEqual(yield* store.count({ datasetId: dataset.id, ...only }, 100), found.length)
    return found.map((id): string | undefined => all.find((sample) => sample.id === id)?.name)
  })

export const sampleFilters = suite("SampleStore, filters", {
  "finds substrings of names, case-sensitively": Effect.gen(function* () {
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

  "compares top-level scalar metadata as text, and requires every entry to match": Effect.gen(function* () {
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

  "compares numbers in metadata digit for digit, as sent": Effect.gen(function* () {
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

  "counts up to the cap, and only this dataset": Effect.gen(function* () {
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
