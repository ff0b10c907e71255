/** SampleStore: contents, names, versions, deletion. */
import {
  ClaimStore,
  IssueStore,
  jsonText,
  type Label,
  LabelStore,
  type LongText,
  nextId,
  type Sample,
  SampleId,
  SampleName,
  type SampleRow,
  SampleStore,
  trustedJson,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Option, Stream } from "effect"
import {
  aDataset,
  aLabelset,
  aPerson,
  aSample,
  aWorld,
  instant,
  oddJson,
  oddText,
  plus,
  someIssue,
  someLabel,
  someSample,
  someSamples,
} from "./fixtures.ts"
import { manySamples } from "./manyAtOnce.ts"
import { poolOf, take } from "./placing.ts"
import { interleaved, rolledBackBeside, suite, twenty } from "./suite.ts"

const read = (sample: Sample) =>
  Effect.flatMap(SampleStore, (store) => Effect.map(store.byId(sample.id), Option.getOrNull))

/** The row with its long bodies read. The first piece is at most as long as given, others as all before them. */
const textsOf = ({ label, long, sample }: SampleRow, mostInPiece: number) =>
  Effect.gen(function* () {
    const attributes = yield* textOf(long?.attributes, mostInPiece)
    const labelBody = yield* textOf(long?.label, mostInPiece)
    return {
      sample: attributes === undefined ? sample : { ...sample, attributes },
      label: labelBody === undefined || !label ? label : { ...label, attributes: labelBody },
    }
  })

const textOf = (text: LongText | undefined, mostInPiece: number) =>
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
    return trustedJson(
      pieces
        .map((piece) => (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })))
        .join(""),
    )
  })

const changed = (sample: Sample, fields: Partial<Sample>) =>
  Effect.map(nextId(VersionId), (version): Sample => ({ ...sample, ...fields, version }))

const named = (name: string): Partial<Sample> => ({ name: SampleName.make(name) })

const full = (fields: Partial<Sample>): Partial<Sample> => ({
  attributes: oddJson,
  metadata: oddJson,
  readme: oddText,
  priority: -1.5e-7,
  createdAt: instant,
  updatedAt: plus(instant, 1),
  ...fields,
})

export const samples = suite("SampleStore", {
  "stores a sample unchanged, including the digits of its JSON": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([aPerson("ann"), aPerson("Bob")])
    const dataset = yield* aDataset(ann)
    const one = yield* aSample(
      dataset,
      oddText,
      full({ assignedLabeler: bob, assignedReviewer: ann, createdBy: bob }),
    )
    const two = yield* aSample(dataset, "bare")
    const three = yield* aSample(dataset, "large", {
      priority: Number.MAX_VALUE,
      attributes: trustedJson("{}"),
    })
    for (const each of [one, two, three]) assert.deepStrictEqual(yield* read(each), each)
  }),

  "stores metadata that database indexes cannot contain": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const random = Array.from({ length: 9000 }, () =>
      String.fromCharCode(97 + Math.floor(Math.random() * 26)),
    )
    const long = random.join("")
    const odd = trustedJson(
      String.raw`{"nul":"\u0000","lone":"\ud800","key\u0000":1,"${long}":1,"long":"${long}","all":"${"語".repeat(200)}"}`,
    )
    const one = yield* aSample(dataset, "語".repeat(500), { metadata: odd })
    assert.deepStrictEqual(yield* read(one), one)
    const next = yield* changed(one, { metadata: trustedJson("{}") })
    assert.strictEqual(yield* store.update(next, one.version), "updated")
    const last = yield* changed(next, { metadata: odd })
    assert.strictEqual(yield* store.update(last, next.version), "updated")
    const found = yield* store.count(
      { datasetId: dataset.id, metadata: [{ key: "all", value: "語".repeat(200) }] },
      10,
    )
    assert.strictEqual(found, 1)
  }),

  "adds samples with unused names and returns their ids": Effect.gen(function* () {
    const store = yield* SampleStore
    const { ann, dataset } = yield* aWorld
    const other = yield* aDataset(ann, "other")
    const old = yield* aSample(dataset, "a")
    const [a, b, upper] = yield* Effect.all([
      someSample(dataset, "a"),
      someSample(dataset, "b"),
      someSample(dataset, "A"),
    ])
    assert.sameMembers([...(yield* store.insert([a, b, upper]))], [b.id, upper.id])
    assert.deepStrictEqual(yield* store.byNames(dataset.id, [SampleName.make("a")]), [old])
    const elsewhere = yield* someSample(other, "a")
    assert.sameMembers([...(yield* store.insert([elsewhere]))], [elsewhere.id])
    assert.strictEqual((yield* store.insert([])).size, 0)
  }),

  "adds a thousand samples at once": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const all = yield* Effect.forEach(
      Array.from({ length: 1000 }, (_, i) => i),
      (i) => someSample(dataset, `s${i}`, full({})),
    )
    assert.strictEqual((yield* store.insert(all)).size, 1000)
    assert.deepStrictEqual(yield* store.byIds(all.map(({ id }) => id)), all)
  }),

  "assigns a name to exactly one of two concurrent callers": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const insert = (name: string) =>
      Effect.flatMap(someSample(dataset, name), (sample) =>
        Effect.map(store.insert([sample]), ({ size }) => size),
      )
    assert.sameMembers([...(yield* interleaved(insert("a"), insert("a")))], [1, 0])
    assert.strictEqual(yield* rolledBackBeside(insert("b"), insert("b")), 1)
    const many = yield* twenty(() => insert("c"))
    assert.strictEqual(
      many.reduce((sum, added) => sum + added, 0),
      1,
    )
    assert.strictEqual(yield* store.count({ datasetId: dataset.id }, 10), 3)
  }),

  "reads several samples in the order of the ids, without missing ones": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [a, b, c] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b"), aSample(dataset, "c")])
    assert.deepStrictEqual(yield* store.byIds([c.id, yield* nextId(SampleId), a.id, b.id]), [c, a, b])
    assert.deepStrictEqual(yield* store.byIds([]), [])
    assert.deepStrictEqual(yield* store.byNames(dataset.id, []), [])
    const found = yield* store.byNames(
      dataset.id,
      ["c", "C", "a"].map((name) => SampleName.make(name)),
    )
    assert.sameDeepMembers([...found], [a, c])
  }),

  "replaces all fields when the version is the expected one": Effect.gen(function* () {
    const store = yield* SampleStore
    const { ann, dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const next = yield* changed(
      sample,
      full({ ...named("new"), assignedLabeler: ann, createdAt: sample.createdAt }),
    )
    assert.strictEqual(yield* store.update(next, sample.version), "updated")
    assert.deepStrictEqual(yield* read(sample), next)
    assert.deepStrictEqual(yield* store.byNames(dataset.id, [next.name, sample.name]), [next])
    const bare = yield* changed(next, {
      attributes: null,
      metadata: trustedJson("{}"),
      assignedLabeler: null,
      readme: "",
    })
    assert.strictEqual(yield* store.update(bare, next.version), "updated")
    assert.deepStrictEqual(yield* read(sample), bare)
    yield* aSample(dataset, "sample")
    assert.strictEqual(yield* store.count({ datasetId: dataset.id }, 10), 2)
  }),

  "refuses an update of another version, or to a taken name": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [sample] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b")])
    const renamed = yield* changed(sample, named("b"))
    assert.strictEqual(yield* store.update(renamed, sample.version), "taken")
    const next = yield* changed(sample, { priority: 7 })
    assert.strictEqual(yield* store.update(next, next.version), "stale")
    assert.deepStrictEqual(yield* read(sample), sample)
    yield* store.markDeleted(dataset.id, [sample.id], instant)
    assert.strictEqual(yield* store.update(next, sample.version), "stale")
  }),

  "accepts one of two concurrent updates of the same version": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const sample = yield* aSample(dataset)
    const [one, other] = yield* Effect.all([
      changed(sample, { priority: 1 }),
      changed(sample, { priority: 2 }),
    ])
    const outcomes = yield* interleaved(
      store.update(one, sample.version),
      store.update(other, sample.version),
    )
    assert.sameMembers([...outcomes], ["updated", "stale"])
    assert.deepStrictEqual(yield* read(sample), outcomes[0] === "updated" ? one : other)
    const latest = Option.getOrThrow(yield* store.byId(sample.id))
    const many = yield* twenty((i) =>
      Effect.flatMap(changed(sample, { priority: i }), (next) => store.update(next, latest.version)),
    )
    assert.strictEqual(many.filter((outcome) => outcome === "updated").length, 1)
  }),

  "assigns a name to one of two samples renamed concurrently": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const [a, b] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b")])
    const rename = (sample: Sample) =>
      Effect.flatMap(changed(sample, named("c")), (next) => store.update(next, sample.version))
    assert.sameMembers([...(yield* interleaved(rename(a), rename(b)))], ["updated", "taken"])
    assert.lengthOf(yield* store.byNames(dataset.id, [SampleName.make("c")]), 1)
  }),

  "deletes a sample once, with its labels, issues and places": Effect.gen(function* () {
    const store = yield* SampleStore
    const [labels, issues, claims] = yield* Effect.all([LabelStore, IssueStore, ClaimStore])
    const { ann, dataset, truth } = yield* aWorld
    const model = yield* aLabelset(dataset, "model")
    const all = yield* someSamples(dataset, [{}, {}, {}])
    const [doomed, stays, elsewhere] = all
    if (doomed === undefined || stays === undefined || elsewhere === undefined) return assert.fail()
    for (const labelset of [truth, model])
      yield* labels.writeNew([yield* someLabel(doomed, labelset)], "write")
    const issue = yield* someIssue(doomed)
    yield* issues.insert(issue)
    yield* poolOf(dataset, all)
    const [claim] = yield* take(dataset, ann)
    if (claim === undefined) return assert.fail()
    assert.strictEqual(claim.sampleId, doomed.id)
    const other = yield* aDataset(ann, "other")
    assert.deepStrictEqual(yield* store.markDeleted(other.id, [doomed.id], instant), [])
    const unknown = yield* nextId(SampleId)
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
    const again = yield* aSample(dataset, doomed.name)
    assert.deepStrictEqual(yield* read(again), again)
  }),

  "deletes a sample for one of two concurrent callers": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* aWorld
    const { id } = yield* aSample(dataset)
    const remove = Effect.map(store.markDeleted(dataset.id, [id], instant), (gone) => gone.length)
    assert.sameMembers([...(yield* interleaved(remove, remove))], [1, 0])
  }),

  "reads samples with their labels up to a number of bytes, and at least one": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset, truth } = yield* aWorld
    const body = (bytes: number) => jsonText({ a: "x".repeat(bytes) })
    const small = yield* aSample(dataset, "a", { attributes: body(100) })
    const large = yield* aSample(dataset, "b", { attributes: body(10_000) })
    const labeled = yield* aSample(dataset, "c", { attributes: body(100) })
    const last = yield* aSample(dataset, "d")
    const label = yield* someLabel(labeled, truth, { attributes: body(5000) })
    yield* Effect.flatMap(LabelStore, (labels) => labels.writeNew([label], "write"))
    const gone = yield* nextId(SampleId)
    const ids = [small.id, gone, labeled.id, large.id, last.id]
    const portion = (from: number, full: boolean | null, bytes: number) =>
      store.portion(ids.slice(from), full === null ? null : { labelset: truth.id, full }, bytes)
    const row = (sample: Sample, of?: Label | null) => ({ sample, label: of })
    assert.deepStrictEqual(yield* portion(0, null, 1000), {
      rows: [row(small), row(labeled)],
      read: 3,
    })
    assert.deepStrictEqual(yield* portion(0, true, 1000), { rows: [row(small, null)], read: 2 })
    assert.deepStrictEqual(yield* portion(0, false, 1000), {
      rows: [row(small, null), row(labeled, { ...label, attributes: null })],
      read: 3,
    })
    assert.deepStrictEqual(yield* portion(2, true, 1000), { rows: [row(labeled, label)], read: 1 })
    assert.deepStrictEqual(yield* portion(3, null, 1000), { rows: [row(large)], read: 1 })
    assert.deepStrictEqual(yield* portion(0, true, 100_000), {
      rows: [row(small, null), row(labeled, label), row(large, null), row(last, null)],
      read: 5,
    })
    assert.deepStrictEqual(yield* portion(5, null, 1000), { rows: [], read: 0 })
  }),

  "reads long bodies in parts, as they were when the row was read": Effect.gen(function* () {
    const store = yield* SampleStore
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const body = (count: number) => jsonText({ a: "aé€😀".repeat(count), n: 1 })
    const sample = yield* aSample(dataset, "a", { attributes: body(1000) })
    const label = yield* someLabel(sample, truth, { attributes: body(300) })
    yield* labels.writeNew([label], "write")
    const read = (bytes: number, full: boolean) =>
      Effect.map(
        store.portion([sample.id], { labelset: truth.id, full }, bytes, true),
        ({ rows: [row] }) => row ?? assert.fail("no row"),
      )
    const row = yield* read(500, true)
    assert.deepStrictEqual(yield* textsOf(row, 500), { sample, label })
    const edited = { ...sample, attributes: body(1), version: yield* nextId(VersionId) }
    assert.strictEqual(yield* store.update(edited, sample.version), "updated")
    assert.deepStrictEqual(yield* textsOf(row, 500), { sample, label })
    assert.deepStrictEqual(yield* textsOf(yield* read(5000, true), 0), { sample: edited, label })
    const short = { ...label, attributes: null }
    assert.deepStrictEqual(yield* textsOf(yield* read(500, false), 0), { sample: edited, label: short })
  }),

  "reads the labels of several samples in one labelset": Effect.gen(function* () {
    const store = yield* SampleStore
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const model = yield* aLabelset(dataset, "model")
    const [a, b, c] = yield* Effect.all([aSample(dataset, "a"), aSample(dataset, "b"), aSample(dataset, "c")])
    const one = yield* someLabel(a, truth, { attributes: oddJson, status: "LABELED" })
    const two = yield* someLabel(b, truth)
    const prediction = yield* someLabel(a, model, { score: 0.5 })
    yield* labels.writeNew([one, two], "write")
    yield* labels.writeNew([prediction], "write")
    const found = yield* store.labels(truth.id, [b.id, a.id, c.id], true)
    assert.sameDeepMembers(
      [...found],
      [
        [a.id, one],
        [b.id, two],
      ],
    )
    const narrow = yield* store.labels(truth.id, [a.id], false)
    assert.deepStrictEqual(narrow.get(a.id), { ...one, attributes: null })
    assert.strictEqual((yield* store.labels(truth.id, [], true)).size, 0)
  }),

  ...manySamples,
})
