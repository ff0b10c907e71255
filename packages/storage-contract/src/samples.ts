/** SampleStore: contents, names, versions, deletion. */
import {
  ClaimStore,
  castToJsonText,
  generateId,
  IssueStore,
  type Label,
  LabelStore,
  type LongText,
  type Sample,
  SampleId,
  SampleName,
  type SampleRow,
  SampleStore,
  toJsonText,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Option, Stream } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSample,
  addSamples,
  addSeconds,
  aWorld,
  instant,
  makeIssue,
  makeLabel,
  makeSample,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { manySamples } from "./manyAtOnce.ts"
import { placeSamples, take } from "./placing.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const read = (sample: Sample) =>
  Effect.flatMap(SampleStore, (store) => Effect.map(store.byId(sample.id), Option.getOrNull))

/** The row with its long bodies read. The first piece is at most as long as given, others as all before them. */
const readTexts = ({ label, long, sample }: SampleRow, mostInPiece: number) =>
  Effect.gen(function* () {
    const attributes = yield* readText(long?.attributes, mostInPiece)
    const labelBody = yield* readText(long?.label, mostInPiece)
    return {
      sample: attributes === undefined ? sample : { ...sample, attributes },
      label: labelBody === undefined || !label ? label : { ...label, attributes: labelBody },
    }
  })

const readText = (text: LongText | undefined, mostInPiece: number) =>
  Effect.gen(function* () {
    if (text === undefined) return undefined
    const pieces = Chunk.toReadonlyArray(yield* Stream.runCollect(text.pieces))
    let before = 0
    for (const piece of pieces) {
      const length = typeof piece === "string" ? [...piece].length : piece.length
      assert.isAtMost(length, Math.max(mostInPiece, before))
      before += length
    }
    const decoder = new TextDecoder()
    return castToJsonText(
      pieces
        .map((piece) => (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })))
        .join(""),
    )
  })

const makeChanged = (sample: Sample, fields: Partial<Sample>) =>
  Effect.map(generateId(VersionId), (version): Sample => ({ ...sample, ...fields, version }))

const makeNamed = (name: string): Partial<Sample> => ({ name: SampleName.make(name) })

const makeFull = (fields: Partial<Sample>): Partial<Sample> => ({
  attributes: oddJson,
  metadata: oddJson,
  readme: oddText,
  priority: -1.5e-7,
  createdAt: instant,
  updatedAt: addSeconds(instant, 1),
  ...fields,
})

export const samples = makeSuite("SampleStore", {
  "stores a sample unchanged, including the digits of its JSON": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("Bob")])
    const dataset = yield* addDataset(ann)
    const first = yield* addSample(
      dataset,
      oddText,
      makeFull({ assignedLabeler: bob, assignedReviewer: ann, createdBy: bob }),
    )
    const two = yield* addSample(dataset, "bare")
    const three = yield* addSample(dataset, "large", {
      priority: Number.MAX_VALUE,
      attributes: castToJsonText("{}"),
    })
    for (const sample of [first, two, three]) assert.deepStrictEqual(yield* read(sample), sample)
  }),

  "stores metadata that database indexes cannot contain": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const random = Array.from({ length: 9000 }, () =>
      String.fromCharCode(97 + Math.floor(Math.random() * 26)),
    )
    const long = random.join("")
    const odd = castToJsonText(
      String.raw`{"nul":"\u0000","lone":"\ud800","key\u0000":1,"${long}":1,"long":"${long}","all":"${"語".repeat(200)}"}`,
    )
    const sample = yield* addSample(dataset, "語".repeat(500), { metadata: odd })
    assert.deepStrictEqual(yield* read(sample), sample)
    const next = yield* makeChanged(sample, { metadata: castToJsonText("{}") })
    assert.strictEqual(yield* store.update(next, sample.version), "updated")
    const last = yield* makeChanged(next, { metadata: odd })
    assert.strictEqual(yield* store.update(last, next.version), "updated")
    const count = yield* store.count(
      { datasetId: dataset.id, metadata: [{ key: "all", value: "語".repeat(200) }] },
      10,
    )
    assert.strictEqual(count, 1)
  }),

  "adds samples with unused names and returns their ids": Effect.gen(function* () {
    const store = yield* SampleStore
    const { ann, dataset } = yield* aWorld
    const other = yield* addDataset(ann, "other")
    const old = yield* addSample(dataset, "a")
    const [a, b, upper] = yield* Effect.all([
      makeSample(dataset, "a"),
      makeSample(dataset, "b"),
      makeSample(dataset, "A"),
    ])
    assert.sameMembers([...(yield* store.insert([a, b, upper]))], [b.id, upper.id])
    assert.deepStrictEqual(yield* store.byNames(dataset.id, [SampleName.make("a")]), [old])
    const elsewhere = yield* makeSample(other, "a")
    assert.sameMembers([...(yield* store.insert([elsewhere]))], [elsewhere.id])
    assert.strictEqual((yield* store.insert([])).size, 0)
  }),

  "adds a thousand samples at once": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const all = yield* Effect.forEach(
      Array.from({ length: 1000 }, (_, i) => i),
      (i) => makeSample(dataset, `s${i}`, makeFull({})),
    )
    assert.strictEqual((yield* store.insert(all)).size, 1000)
    assert.deepStrictEqual(yield* store.byIds(all.map(({ id }) => id)), all)
  }),

  "assigns a name to exactly one of two concurrent callers": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const insert = (name: string) =>
      Effect.flatMap(makeSample(dataset, name), (sample) =>
        Effect.map(store.insert([sample]), ({ size }) => size),
      )
    assert.sameMembers([...(yield* runInterleaved(insert("a"), insert("a")))], [1, 0])
    assert.strictEqual(yield* runBesideRollback(insert("b"), insert("b")), 1)
    const many = yield* runTwenty(() => insert("c"))
    assert.strictEqual(
      many.reduce((sum, added) => sum + added, 0),
      1,
    )
    assert.strictEqual(yield* store.count({ datasetId: dataset.id }, 10), 3)
  }),

  "reads several samples in the order of the ids, without missing ones": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [a, b, c] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    assert.deepStrictEqual(yield* store.byIds([c.id, yield* generateId(SampleId), a.id, b.id]), [c, a, b])
    assert.deepStrictEqual(yield* store.byIds([]), [])
    assert.deepStrictEqual(yield* store.byNames(dataset.id, []), [])
    const samples = yield* store.byNames(
      dataset.id,
      ["c", "C", "a"].map((name) => SampleName.make(name)),
    )
    assert.sameDeepMembers([...samples], [a, c])
  }),

  "replaces all fields when the version is the expected one": Effect.gen(function* () {
    const store = yield* SampleStore
    const { ann, dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const next = yield* makeChanged(
      sample,
      makeFull({ ...makeNamed("new"), assignedLabeler: ann, createdAt: sample.createdAt }),
    )
    assert.strictEqual(yield* store.update(next, sample.version), "updated")
    assert.deepStrictEqual(yield* read(sample), next)
    assert.deepStrictEqual(yield* store.byNames(dataset.id, [next.name, sample.name]), [next])
    const bare = yield* makeChanged(next, {
      attributes: null,
      metadata: castToJsonText("{}"),
      assignedLabeler: null,
      readme: "",
    })
    assert.strictEqual(yield* store.update(bare, next.version), "updated")
    assert.deepStrictEqual(yield* read(sample), bare)
    yield* addSample(dataset, "sample")
    assert.strictEqual(yield* store.count({ datasetId: dataset.id }, 10), 2)
  }),

  "refuses an update of another version, or to a taken name": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [sample] = yield* Effect.all([addSample(dataset, "a"), addSample(dataset, "b")])
    const renamed = yield* makeChanged(sample, makeNamed("b"))
    assert.strictEqual(yield* store.update(renamed, sample.version), "taken")
    const next = yield* makeChanged(sample, { priority: 7 })
    assert.strictEqual(yield* store.update(next, next.version), "stale")
    assert.deepStrictEqual(yield* read(sample), sample)
    yield* store.markDeleted(dataset.id, [sample.id], instant)
    assert.strictEqual(yield* store.update(next, sample.version), "stale")
  }),

  "accepts one of two concurrent updates of the same version": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const sample = yield* addSample(dataset)
    const [one, other] = yield* Effect.all([
      makeChanged(sample, { priority: 1 }),
      makeChanged(sample, { priority: 2 }),
    ])
    const outcomes = yield* runInterleaved(
      store.update(one, sample.version),
      store.update(other, sample.version),
    )
    assert.sameMembers([...outcomes], ["updated", "stale"])
    assert.deepStrictEqual(yield* read(sample), outcomes[0] === "updated" ? one : other)
    const latest = Option.getOrThrow(yield* store.byId(sample.id))
    const many = yield* runTwenty((i) =>
      Effect.flatMap(makeChanged(sample, { priority: i }), (next) => store.update(next, latest.version)),
    )
    assert.strictEqual(many.filter((outcome) => outcome === "updated").length, 1)
  }),

  "assigns a name to one of two samples renamed concurrently": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [a, b] = yield* Effect.all([addSample(dataset, "a"), addSample(dataset, "b")])
    const rename = (sample: Sample) =>
      Effect.flatMap(makeChanged(sample, makeNamed("c")), (next) => store.update(next, sample.version))
    assert.sameMembers([...(yield* runInterleaved(rename(a), rename(b)))], ["updated", "taken"])
    assert.lengthOf(yield* store.byNames(dataset.id, [SampleName.make("c")]), 1)
  }),

  "deletes a sample once, with its labels, issues and places": Effect.gen(function* () {
    const store = yield* SampleStore
    const [labels, issues, claims] = yield* Effect.all([LabelStore, IssueStore, ClaimStore])
    const { ann, dataset, truth } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    const all = yield* addSamples(dataset, [{}, {}, {}])
    const [doomed, stays, elsewhere] = all
    if (doomed === undefined || stays === undefined || elsewhere === undefined) return assert.fail()
    for (const labelset of [truth, model])
      yield* labels.writeNew([yield* makeLabel(doomed, labelset)], "write")
    const issue = yield* makeIssue(doomed)
    yield* issues.insert(issue)
    yield* placeSamples(dataset, all)
    const [claim] = yield* take(dataset, ann)
    if (claim === undefined) return assert.fail()
    assert.strictEqual(claim.sampleId, doomed.id)
    const other = yield* addDataset(ann, "other")
    assert.deepStrictEqual(yield* store.markDeleted(other.id, [doomed.id], instant), [])
    const unknown = yield* generateId(SampleId)
    assert.sameMembers(
      [...(yield* store.markDeleted(dataset.id, [doomed.id, unknown, elsewhere.id], instant))],
      [doomed.id, elsewhere.id],
    )
    assert.deepStrictEqual(yield* store.markDeleted(dataset.id, [doomed.id], instant), [])
    assert.deepStrictEqual(yield* store.markDeleted(dataset.id, [], instant), [])
    assert.isNull(yield* read(doomed))
    assert.deepStrictEqual(yield* store.byIds(all.map(({ id }) => id)), [stays])
    assert.deepStrictEqual(yield* store.byNames(dataset.id, [doomed.name]), [])
    assert.isTrue(Option.isNone(yield* labels.get(doomed.id, truth.id)))
    assert.strictEqual((yield* store.labels(model.id, [doomed.id], false)).size, 0)
    assert.strictEqual((yield* labels.statusesOf(dataset.id, [doomed.id])).size, 0)
    assert.isFalse(yield* labels.anyIn(dataset.id))
    assert.isTrue(Option.isNone(yield* issues.byId(issue.id)))
    assert.deepStrictEqual(yield* issues.ofSample(doomed.id), [])
    assert.deepStrictEqual(yield* issues.ofDataset(dataset.id, { after: null, limit: 9 }), [])
    assert.isTrue(Option.isNone(yield* claims.find(claim.id)))
    assert.deepStrictEqual(yield* claims.ofUser(ann), [])
    assert.deepStrictEqual(yield* claims.facts(dataset.id, [doomed.id]), [])
    assert.deepStrictEqual(
      (yield* take(dataset, ann, "labeling", 9)).map(({ sampleId }) => sampleId),
      [stays.id],
    )
    const again = yield* addSample(dataset, doomed.name)
    assert.deepStrictEqual(yield* read(again), again)
  }),

  "deletes a sample for one of two concurrent callers": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const { id } = yield* addSample(dataset)
    const remove = Effect.map(store.markDeleted(dataset.id, [id], instant), (gone) => gone.length)
    assert.sameMembers([...(yield* runInterleaved(remove, remove))], [1, 0])
  }),

  "reads samples with their labels up to a number of bytes, and at least one": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset, truth } = yield* aWorld
    const makeBody = (bytes: number) => toJsonText({ a: "x".repeat(bytes) })
    const small = yield* addSample(dataset, "a", { attributes: makeBody(100) })
    const large = yield* addSample(dataset, "b", { attributes: makeBody(10_000) })
    const labeled = yield* addSample(dataset, "c", { attributes: makeBody(100) })
    const last = yield* addSample(dataset, "d")
    const label = yield* makeLabel(labeled, truth, { attributes: makeBody(5000) })
    yield* Effect.flatMap(LabelStore, (labels) => labels.writeNew([label], "write"))
    const gone = yield* generateId(SampleId)
    const ids = [small.id, gone, labeled.id, large.id, last.id]
    const readPortion = (from: number, full: boolean | null, bytes: number) =>
      store.portion(ids.slice(from), full === null ? null : { labelset: truth.id, full }, bytes)
    const makeRow = (sample: Sample, of?: Label | null) => ({ sample, label: of })
    assert.deepStrictEqual(yield* readPortion(0, null, 1000), {
      rows: [makeRow(small), makeRow(labeled)],
      read: 3,
    })
    assert.deepStrictEqual(yield* readPortion(0, true, 1000), { rows: [makeRow(small, null)], read: 2 })
    assert.deepStrictEqual(yield* readPortion(0, false, 1000), {
      rows: [makeRow(small, null), makeRow(labeled, { ...label, attributes: null })],
      read: 3,
    })
    assert.deepStrictEqual(yield* readPortion(2, true, 1000), { rows: [makeRow(labeled, label)], read: 1 })
    assert.deepStrictEqual(yield* readPortion(3, null, 1000), { rows: [makeRow(large)], read: 1 })
    assert.deepStrictEqual(yield* readPortion(0, true, 100_000), {
      rows: [makeRow(small, null), makeRow(labeled, label), makeRow(large, null), makeRow(last, null)],
      read: 5,
    })
    assert.deepStrictEqual(yield* readPortion(5, null, 1000), { rows: [], read: 0 })
  }),

  "reads long bodies in parts, as they were when the row was read": Effect.gen(function* () {
    const store = yield* SampleStore
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const makeBody = (count: number) => toJsonText({ a: "aé€😀".repeat(count), n: 1 })
    const sample = yield* addSample(dataset, "a", { attributes: makeBody(1000) })
    const label = yield* makeLabel(sample, truth, { attributes: makeBody(300) })
    yield* labels.writeNew([label], "write")
    const read = (bytes: number, full: boolean) =>
      Effect.map(
        store.portion([sample.id], { labelset: truth.id, full }, bytes, true),
        ({ rows: [row] }) => row ?? assert.fail("no row"),
      )
    const row = yield* read(500, true)
    assert.deepStrictEqual(yield* readTexts(row, 500), { sample, label })
    const edited = { ...sample, attributes: makeBody(1), version: yield* generateId(VersionId) }
    assert.strictEqual(yield* store.update(edited, sample.version), "updated")
    assert.deepStrictEqual(yield* readTexts(row, 500), { sample, label })
    assert.deepStrictEqual(yield* readTexts(yield* read(5000, true), 0), { sample: edited, label })
    const short = { ...label, attributes: null }
    assert.deepStrictEqual(yield* readTexts(yield* read(500, false), 0), { sample: edited, label: short })
  }),

  "reads the labels of several samples in one labelset": Effect.gen(function* () {
    const store = yield* SampleStore
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const model = yield* addLabelset(dataset, "model")
    const [a, b, c] = yield* Effect.all([
      addSample(dataset, "a"),
      addSample(dataset, "b"),
      addSample(dataset, "c"),
    ])
    const label = yield* makeLabel(a, truth, { attributes: oddJson, status: "LABELED" })
    const two = yield* makeLabel(b, truth)
    const prediction = yield* makeLabel(a, model, { score: 0.5 })
    yield* labels.writeNew([label, two], "write")
    yield* labels.writeNew([prediction], "write")
    const bySample = yield* store.labels(truth.id, [b.id, a.id, c.id], true)
    assert.sameDeepMembers(
      [...bySample],
      [
        [a.id, label],
        [b.id, two],
      ],
    )
    const narrow = yield* store.labels(truth.id, [a.id], false)
    assert.deepStrictEqual(narrow.get(a.id), { ...label, attributes: null })
    assert.strictEqual((yield* store.labels(truth.id, [], true)).size, 0)
  }),

  ...manySamples,
})
