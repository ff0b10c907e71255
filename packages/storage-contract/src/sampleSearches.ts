/** SampleStore: searches. */
import {
  castToJsonText,
  type Dataset,
  generateId,
  IssueStore,
  LabelStore,
  type Sample,
  SampleStore,
  type SearchCondition,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSamples,
  addSeconds,
  aWorld,
  instant,
  makeIssue,
  makeLabel,
} from "./fixtures.ts"
import { ids, makeNamed, readPage } from "./samplePage.ts"
import { makeSuite } from "./suite.ts"

/** The names of the samples that match a search, in the page and in the count. Its opposite matches all others. */
const listMatches = (dataset: Dataset, all: ReadonlyArray<Sample>, search: SearchCondition) =>
  Effect.gen(function* () {
    const store = yield* SampleStore
    const matching = yield* ids(readPage(dataset, { only: { search } }))
    const others = yield* ids(readPage(dataset, { only: { search: { not: search } } }))
    assert.deepStrictEqual([...matching, ...others].sort(), all.map(({ id }) => id).sort())
    assert.strictEqual(yield* store.count({ datasetId: dataset.id, search }, 100), matching.length)
    return matching.map((id) => all.find((sample) => sample.id === id)?.name).join(" ")
  })

const makeSampleWith = (name: string, json: string) => makeNamed(name, { metadata: castToJsonText(json) })

export const sampleSearches = makeSuite("SampleStore, searches", {
  "compare properties of samples": Effect.gen(function* () {
    const { ann, dataset } = yield* aWorld
    const bob = yield* addPerson("bob")
    const all = yield* addSamples(dataset, [
      makeNamed("a", {
        priority: -1.5,
        assignedLabeler: ann,
        createdAt: instant,
        createdBy: bob,
        updatedAt: instant,
      }),
      makeNamed("B", {
        priority: 0,
        assignedReviewer: bob,
        createdAt: addSeconds(instant, 1),
        updatedAt: instant,
      }),
      makeNamed("é%", { priority: 2, createdAt: instant, updatedAt: addSeconds(instant, 9) }),
    ])
    const find = (search: SearchCondition) => listMatches(dataset, all, search)
    assert.strictEqual(yield* find({ field: "name", is: "=", value: "B" }), "B")
    assert.strictEqual(yield* find({ field: "name", contains: "%" }), "é%")
    assert.strictEqual(yield* find({ field: "name", is: "<", value: "a" }), "B")
    assert.strictEqual(yield* find({ field: "name", is: ">=", value: "a" }), "a é%")
    assert.strictEqual(yield* find({ field: "priority", is: "=", value: 0 }), "B")
    assert.strictEqual(yield* find({ field: "priority", is: "<", value: 0 }), "a")
    assert.strictEqual(yield* find({ field: "priority", is: "<=", value: 0 }), "B a")
    assert.strictEqual(yield* find({ field: "priority", is: ">", value: -1.5 }), "B é%")
    assert.strictEqual(yield* find({ field: "assignedLabeler", is: "=", value: ann }), "a")
    assert.strictEqual(yield* find({ field: "assignedLabeler", exists: true }), "a")
    assert.strictEqual(yield* find({ field: "assignedReviewer", is: "=", value: ann }), "")
    assert.strictEqual(yield* find({ field: "assignedReviewer", exists: true }), "B")
    assert.strictEqual(yield* find({ field: "createdBy", is: "=", value: bob }), "a")
    assert.strictEqual(yield* find({ field: "createdAt", is: ">", value: instant }), "B")
    assert.strictEqual(yield* find({ field: "updatedAt", is: ">=", value: addSeconds(instant, 9) }), "é%")
  }),

  "are joined by all, any and not": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const all = yield* addSamples(
      dataset,
      [1, 2, 3, 4].map((priority) => makeNamed(`${priority}`, { priority })),
    )
    const makeLeast = (value: number) => ({ field: "priority", is: ">=", value }) as const
    const makeEqual = (value: number) => ({ field: "priority", is: "=", value }) as const
    const find = (search: SearchCondition) => listMatches(dataset, all, search)
    assert.strictEqual(yield* find({ all: [makeLeast(2), { not: makeLeast(4) }] }), "2 3")
    assert.strictEqual(
      yield* find({ any: [makeEqual(1), { all: [makeLeast(3), { not: makeEqual(3) }] }] }),
      "1 4",
    )
    assert.strictEqual(yield* find({ not: { any: [makeEqual(1), makeEqual(4)] } }), "2 3")
    const filtered = yield* ids(readPage(dataset, { only: { search: makeLeast(2), priorityAtMost: 3 } }))
    assert.lengthOf(filtered, 2)
  }),

  "compare metadata as text, and by size what reads as a number": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const all = yield* addSamples(dataset, [
      makeSampleWith("a", `{"n":1,"city":"Ghent"}`),
      makeSampleWith("b", `{"n":"10","city":"ghent"}`),
      makeSampleWith("c", `{"n":-2.5e1,"city":""}`),
      makeSampleWith("d", `{"n":"ten","date":"2026-11-20"}`),
      makeSampleWith("e", `{"n":1e400,"list":[1]}`),
      makeSampleWith("f", `{"n":1.0}`),
      makeSampleWith("g", `{"n":" 3 ","flag":true}`),
      makeSampleWith("h", `{"n":"0x10"}`),
      makeSampleWith("i", `{"n":"\\"7\\""}`),
      makeSampleWith("j", `{"n":"01","m":null}`),
      makeSampleWith("k", "{}"),
    ])
    const find = (search: SearchCondition) => listMatches(dataset, all, search)
    const findSize = (is: "=" | "<" | "<=" | ">" | ">=", value: number) => find({ metadata: "n", is, value })
    assert.strictEqual(yield* findSize("=", 1), "a f")
    assert.strictEqual(yield* findSize("<", 1), "c")
    assert.strictEqual(yield* findSize("<=", 1), "a c f")
    assert.strictEqual(yield* findSize(">", 1), "b")
    assert.strictEqual(yield* findSize(">=", -25), "a b c f")
    const findText = (is: "=" | "<" | ">=", value: string) => find({ metadata: "n", is, value })
    assert.strictEqual(yield* findText("=", "1"), "a")
    assert.strictEqual(yield* findText("=", "1e400"), "e")
    assert.strictEqual(yield* findText("<", "0"), "c g i")
    assert.strictEqual(yield* find({ metadata: "date", is: ">=", value: "2026-11-01" }), "d")
    assert.strictEqual(yield* find({ metadata: "date", is: ">=", value: "2026-12-01" }), "")
    assert.strictEqual(yield* find({ metadata: "city", contains: "hent" }), "a b")
    assert.strictEqual(yield* find({ metadata: "city", exists: true }), "a b c")
    assert.strictEqual(yield* find({ metadata: "flag", is: "=", value: "true" }), "g")
    assert.strictEqual(yield* find({ metadata: "list", exists: true }), "")
    assert.strictEqual(yield* find({ metadata: "m", exists: true }), "")
    const keys = yield* store.metadataKeys(dataset.id, ["n", "city", "list", "m", "flag", "N", "other"])
    assert.deepStrictEqual([...keys].sort(), ["city", "flag", "n"])
    const other = yield* addDataset(dataset.owner, "other")
    assert.strictEqual((yield* store.metadataKeys(other.id, ["n"])).size, 0)
  }),

  "compare the label in the ground truth": Effect.gen(function* () {
    const labels = yield* LabelStore
    const { ann, dataset, truth } = yield* aWorld
    const bob = yield* addPerson("bob")
    const model = yield* addLabelset(dataset, "model")
    const all = yield* addSamples(
      dataset,
      ["a", "b", "c"].map((name) => makeNamed(name)),
    )
    const [a, b, c] = all
    if (a === undefined || b === undefined || c === undefined) return assert.fail()
    const later = addSeconds(instant, 5)
    yield* labels.writeNew(
      [
        yield* makeLabel(a, truth, { status: "LABELED", score: 0.5, labeler: ann, updatedAt: instant }),
        yield* makeLabel(b, truth, {
          status: "REVIEWED",
          rating: 4,
          labeler: bob,
          reviewer: ann,
          updatedAt: later,
        }),
      ],
      "write",
    )
    yield* labels.writeNew(
      [yield* makeLabel(c, model, { status: "LABELED", score: 1, labeler: ann })],
      "write",
    )
    const find = (search: SearchCondition) => listMatches(dataset, all, search)
    assert.strictEqual(yield* find({ field: "status", is: "=", value: "LABELED" }), "a")
    assert.strictEqual(yield* find({ field: "status", is: "=", value: "UNLABELED" }), "c")
    assert.strictEqual(yield* find({ field: "score", is: ">=", value: 0.5 }), "a")
    assert.strictEqual(yield* find({ field: "score", is: "<", value: 0.5 }), "")
    assert.strictEqual(yield* find({ field: "rating", exists: true }), "b")
    assert.strictEqual(yield* find({ field: "labeler", is: "=", value: ann }), "a")
    assert.strictEqual(yield* find({ field: "labeler", exists: true }), "a b")
    assert.strictEqual(yield* find({ field: "reviewer", is: "=", value: ann }), "b")
    assert.strictEqual(yield* find({ field: "labelUpdatedAt", is: "<", value: later }), "a")
  }),

  "count objects of the label in the ground truth, whose body may be older than its version": Effect.gen(
    function* () {
      const labels = yield* LabelStore
      const store = yield* SampleStore
      const { dataset, truth } = yield* aWorld
      const model = yield* addLabelset(dataset, "model")
      const all = yield* addSamples(
        dataset,
        ["a", "b", "c", "d"].map((name) => makeNamed(name)),
      )
      const [a, b, c] = all
      if (a === undefined || b === undefined || c === undefined) return assert.fail()
      const makeBody = (...categories: ReadonlyArray<number>) =>
        castToJsonText(
          JSON.stringify({ annotations: categories.map((category_id, id) => ({ id, category_id })) }),
        )
      const first = yield* makeLabel(a, truth, { attributes: makeBody(1, 1, 2) })
      yield* labels.writeNew([first, yield* makeLabel(c, truth, { attributes: null })], "write")
      yield* labels.writeNew([yield* makeLabel(b, model, { attributes: makeBody(1) })], "write")
      const second = yield* makeLabel(b, truth, { attributes: makeBody(2, -3) })
      const { updatedAt: at, updatedBy: by } = second
      const change = { action: "write", from: null, by, at } as const
      yield* labels.write(second, change, null, false)
      const find = (objects: ReadonlyArray<number> | "all", is: "=" | "<" | ">=" | ">", value: number) =>
        listMatches(dataset, all, { objects, is, value })
      assert.strictEqual(yield* find([1], ">", 0), "a")
      assert.strictEqual(yield* find([1], "=", 2), "a")
      assert.strictEqual(yield* find([2], ">=", 1), "a b")
      assert.strictEqual(yield* find([1, 2], ">=", 3), "a")
      assert.strictEqual(yield* find([-3], "=", 1), "b")
      assert.strictEqual(yield* find([9], "=", 0), "a b c d")
      assert.strictEqual(yield* find("all", "<", 2.5), "b c d")
      assert.strictEqual(yield* find("all", "=", 0), "c d")
      const third = { ...first, version: yield* generateId(VersionId), status: "REVIEWED" } as const
      yield* labels.write(third, { ...change, action: "accept" }, first.version, true)
      assert.strictEqual(yield* find([1], "=", 2), "a")
      const fourth = { ...third, version: yield* generateId(VersionId), attributes: makeBody(1) }
      yield* labels.write(fourth, change, third.version, false)
      assert.strictEqual(yield* find([1], "=", 1), "a")
      assert.strictEqual(yield* find([2], ">", 0), "b")
      assert.isFalse(yield* store.hasUnindexedLabels(dataset.id))
      assert.strictEqual(yield* labels.indexPortion(), 0)
    },
  ),

  "count open issues": Effect.gen(function* () {
    const issues = yield* IssueStore
    const { dataset } = yield* aWorld
    const all = yield* addSamples(
      dataset,
      ["a", "b", "c"].map((name) => makeNamed(name)),
    )
    const [a, b] = all
    if (a === undefined || b === undefined) return assert.fail()
    for (const [sample, status] of [
      [a, "OPEN"],
      [a, "OPEN"],
      [a, "CLOSED"],
      [b, "OPEN"],
    ] as const)
      yield* issues.insert(yield* makeIssue(sample, { status }))
    const find = (is: "=" | ">" | ">=", value: number) =>
      listMatches(dataset, all, { field: "openIssues", is, value })
    assert.strictEqual(yield* find("=", 0), "c")
    assert.strictEqual(yield* find(">", 0), "a b")
    assert.strictEqual(yield* find(">=", 1.5), "a")
  }),
})
