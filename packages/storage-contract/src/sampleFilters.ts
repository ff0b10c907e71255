/** SampleStore: filters, and counts of matching samples. */
import {
  castToJsonText,
  type Dataset,
  generateId,
  LabelStore,
  makeOverlap,
  OverlapStore,
  type Sample,
  type SampleFilter,
  SampleStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addDataset, addLabelset, addPerson, addSamples, aWorld, makeLabel } from "./fixtures.ts"
import { ids, makeNamed, readPage } from "./samplePage.ts"
import { makeSuite } from "./suite.ts"

/** The names of the samples that the page and the count of a filter include. */
const listMatches = (dataset: Dataset, all: ReadonlyArray<Sample>, only: Omit<SampleFilter, "datasetId">) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const matching = yield* ids(readPage(dataset, { only }))
    assert.strictEqual(yield* store.count({ datasetId: dataset.id, ...only }, 100), matching.length)
    return matching.map((id): string | undefined => all.find((sample) => sample.id === id)?.name)
  })

export const sampleFilters = makeSuite("SampleStore, filters", {
  "finds substrings of names, case-sensitively": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const all = yield* addSamples(
      dataset,
      ["frame_01.png", "frameX01.png", "FRAME_01", "100%", "100", "a\\b", "é"].map((name) => makeNamed(name)),
    )
    const listContaining = (nameContains: string) => listMatches(dataset, all, { nameContains })
    assert.deepStrictEqual(yield* listContaining("frame_01"), ["frame_01.png"])
    assert.deepStrictEqual(yield* listContaining("0%"), ["100%"])
    assert.deepStrictEqual(yield* listContaining("\\"), ["a\\b"])
    assert.deepStrictEqual(yield* listContaining("é"), ["é"])
    assert.deepStrictEqual(yield* listContaining("É"), [])
    assert.deepStrictEqual(yield* listContaining("_01"), ["FRAME_01", "frame_01.png"])
    assert.lengthOf(yield* listContaining(""), all.length)
  }),

  "compares top-level scalar metadata as text, and requires every entry to match": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const long = "x".repeat(201)
    const makeSampleWith = (name: string, json: string) => makeNamed(name, { metadata: castToJsonText(json) })
    const all = yield* addSamples(dataset, [
      makeSampleWith("a", `{"weather":"rain","n":1,"ok":true}`),
      makeSampleWith("b", `{"weather":"Rain","n":"1","ok":"true"}`),
      makeSampleWith("c", `{"weather":null,"n":1.5,"deep":{"weather":"rain"},"list":["rain"]}`),
      makeSampleWith("d", `{"weather":"rain","n":2,"long":"${long}","é":"ü"}`),
    ])
    const listHaving = (...metadata: ReadonlyArray<readonly [string, string]>) =>
      listMatches(dataset, all, { metadata: metadata.map(([key, value]) => ({ key, value })) })
    assert.deepStrictEqual(yield* listHaving(["weather", "rain"]), ["a", "d"])
    assert.deepStrictEqual(yield* listHaving(["weather", "rain"], ["n", "1"]), ["a"])
    assert.deepStrictEqual(yield* listHaving(["n", "1"]), ["a", "b"])
    assert.deepStrictEqual(yield* listHaving(["ok", "true"]), ["a", "b"])
    assert.deepStrictEqual(yield* listHaving(["n", "1.5"]), ["c"])
    assert.deepStrictEqual(yield* listHaving(["weather", "null"]), [])
    assert.deepStrictEqual(yield* listHaving(["long", long]), [])
    assert.deepStrictEqual(yield* listHaving(["é", "ü"]), ["d"])
    assert.lengthOf(yield* listHaving(), 4)
    const [a] = all
    if (a === undefined) return assert.fail()
    const version = yield* generateId(VersionId)
    yield* store.update({ ...a, metadata: castToJsonText(`{"weather":"snow"}`), version }, a.version)
    assert.deepStrictEqual(yield* listHaving(["weather", "rain"]), ["d"])
    assert.deepStrictEqual(yield* listHaving(["weather", "snow"]), ["a"])
  }),

  "compares numbers in metadata digit for digit, as sent": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const makeNumbered = (name: string, number: string) =>
      makeNamed(name, { metadata: castToJsonText(`{"text":"\\"n\\":1","n":${number},"last":[1,{"n":2}]}`) })
    const all = yield* addSamples(dataset, [
      makeNumbered("a", "12345678901234567890"),
      makeNumbered("b", "12345678901234567891"),
      makeNumbered("c", "1.0"),
      makeNumbered("d", "1"),
      makeNumbered("e", "-0"),
      makeNumbered("f", "1e400"),
      makeNamed("g", { metadata: castToJsonText(`{ "n" : 1.50 , "astral" : "${"🚗".repeat(200)}" }`) }),
    ])
    const listHaving = (value: string, key = "n") => listMatches(dataset, all, { metadata: [{ key, value }] })
    assert.deepStrictEqual(yield* listHaving("12345678901234567890"), ["a"])
    assert.deepStrictEqual(yield* listHaving("12345678901234567891"), ["b"])
    assert.deepStrictEqual(yield* listHaving("12345678901234567000"), [])
    assert.deepStrictEqual(yield* listHaving("1.0"), ["c"])
    assert.deepStrictEqual(yield* listHaving("1"), ["d"])
    assert.deepStrictEqual(yield* listHaving("-0"), ["e"])
    assert.deepStrictEqual(yield* listHaving("1e400"), ["f"])
    assert.deepStrictEqual(yield* listHaving("1.50"), ["g"])
    assert.deepStrictEqual(yield* listHaving("🚗".repeat(200), "astral"), ["g"])
    assert.lengthOf(yield* listHaving('"n":1', "text"), 6)
    const [a] = all
    if (a === undefined) return assert.fail()
    const version = yield* generateId(VersionId)
    yield* store.update({ ...a, metadata: castToJsonText(`{"n":2}`), version }, a.version)
    assert.deepStrictEqual(yield* listHaving("12345678901234567890"), [])
  }),

  "filters by the status of the ground truth, assignees and priority": Effect.gen(function* () {
    const labels = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const bob = yield* addPerson("bob")
    const model = yield* addLabelset(dataset, "model")
    const all = yield* addSamples(dataset, [
      makeNamed("a", { priority: 1, assignedLabeler: ann }),
      makeNamed("b", { priority: 2, assignedLabeler: bob, assignedReviewer: ann }),
      makeNamed("c", { priority: 3, assignedReviewer: ann }),
    ])
    const [a, b] = all
    if (a === undefined || b === undefined) return assert.fail()
    yield* labels.writeNew(
      [yield* makeLabel(a, truth, { status: "LABELED" }), yield* makeLabel(b, truth, { status: "SKIPPED" })],
      "write",
    )
    yield* labels.writeNew([yield* makeLabel(b, model, { status: "LABELED" })], "write")
    const find = (only: Omit<SampleFilter, "datasetId">) => listMatches(dataset, all, only)
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

  "filters by the state of overlaps": Effect.gen(function* () {
    const overlaps = yield* OverlapStore
    const { dataset } = yield* aWorld
    const states = ["labeling", "adjudicating", "decided", "gold"] as const
    const all = yield* addSamples(
      dataset,
      [...states, "none"].map((name) => makeNamed(name)),
    )
    const named = new Map(all.map((sample) => [sample.name as string, sample]))
    yield* overlaps.put(
      states.flatMap((state) => {
        const sample = named.get(state)
        return sample === undefined ? [] : [{ ...makeOverlap(sample, 2), state }]
      }),
    )
    const find = (...overlapStates: NonNullable<SampleFilter["overlapStates"]>) =>
      listMatches(dataset, all, { overlapStates })
    for (const state of states) assert.deepStrictEqual(yield* find(state), [state])
    assert.deepStrictEqual(yield* find("labeling", "gold"), ["gold", "labeling"])
    assert.deepStrictEqual(yield* find(), [])
    const { id } = yield* addDataset(dataset.owner, "other")
    const store = yield* SampleStore
    assert.strictEqual(yield* store.count({ datasetId: id, overlapStates: states }, 10), 0)
  }),

  "counts up to the cap, and only this dataset": Effect.gen(function* () {
    const store = yield* SampleStore
    const ann = yield* addPerson("ann")
    const [one, other] = yield* Effect.all([addDataset(ann, "one"), addDataset(ann, "two")])
    yield* addSamples(one, [{}, {}, {}])
    yield* addSamples(other, [{}])
    const count = (dataset: Dataset, cap: number) => store.count({ datasetId: dataset.id }, cap)
    assert.deepStrictEqual(
      yield* Effect.all([count(one, 10), count(one, 3), count(one, 2), count(other, 10)]),
      [3, 3, 2, 1],
    )
    assert.lengthOf(yield* readPage(other), 1)
  }),
})
