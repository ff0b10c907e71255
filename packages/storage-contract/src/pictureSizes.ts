/** PictureSizeStore: measured sizes beside samples, which they never change. */
import {
  ArchiveStore,
  castToJsonText,
  DatasetId,
  generateId,
  PictureSizeStore,
  type Sample,
  SampleStore,
  VersionId,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { addSamples, aWorld, instant } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const makeSizes = (width: number) =>
  castToJsonText(`[{"pointer":"/image","url":"ab","width":${width},"height":480,"orientation":1}]`)

const makeAttributes = (file: string) => castToJsonText(`{"image":{"url":"https://example.com/${file}"}}`)

const aSizedSample = Effect.gen(function* () {
  const { dataset } = yield* aWorld
  const [sample, other] = yield* addSamples(dataset, [{ attributes: makeAttributes("a.png") }, {}])
  if (sample === undefined || other === undefined) return yield* Effect.dieMessage("no samples")
  const store = yield* PictureSizeStore
  const saved = yield* store.save(dataset.id, [
    { sampleId: sample.id, version: sample.version, pictures: makeSizes(640) },
  ])
  assert.deepEqual([...saved], [sample.id])
  return { dataset, sample, other, store }
})

const updateSample = (sample: Sample, fields: Partial<Sample>) =>
  Effect.gen(function* () {
    const next: Sample = { ...sample, ...fields, version: yield* generateId(VersionId), updatedAt: instant }
    assert.strictEqual(
      yield* Effect.flatMap(SampleStore, (store) => store.update(next, sample.version)),
      "updated",
    )
    return next
  })

export const pictureSizes = makeSuite("PictureSizeStore", {
  "returns what was saved, for those samples alone": Effect.gen(function* () {
    const { dataset, other, sample, store } = yield* aSizedSample
    const sizes = yield* store.find(dataset.id, [other.id, sample.id])
    assert.deepEqual([...sizes], [[sample.id, { pictures: makeSizes(640), isCurrent: true }]])
    assert.strictEqual((yield* store.find(dataset.id, [])).size, 0)
    assert.strictEqual((yield* store.find(yield* generateId(DatasetId), [sample.id])).size, 0)
  }),

  "are in an archive of the dataset, unless a picture of the sample changed since": Effect.gen(function* () {
    const { dataset, sample } = yield* aSizedSample
    const read = Effect.scoped(
      Effect.gen(function* () {
        const archive = yield* Effect.flatMap(ArchiveStore, (archives) => archives.open(dataset.id))
        if (archive === null) return yield* Effect.dieMessage("no archive")
        return [...(yield* Stream.runCollect(archive.read("picture-sizes")))]
      }),
    )
    assert.deepStrictEqual(yield* read, [{ sampleId: sample.id, pictures: makeSizes(640) }])
    yield* updateSample(sample, { attributes: makeAttributes("b.png") })
    assert.deepStrictEqual(yield* read, [])
  }),

  "replaces the sizes of a sample": Effect.gen(function* () {
    const { dataset, sample, store } = yield* aSizedSample
    yield* store.save(dataset.id, [
      { sampleId: sample.id, version: sample.version, pictures: makeSizes(641) },
    ])
    assert.strictEqual((yield* store.find(dataset.id, [sample.id])).get(sample.id)?.pictures, makeSizes(641))
  }),

  "leaves the sample as it is": Effect.gen(function* () {
    const { sample } = yield* aSizedSample
    const samples = yield* SampleStore
    assert.deepEqual(yield* samples.byIds([sample.id]), [sample])
  }),

  "saves nothing for another version of the sample": Effect.gen(function* () {
    const { dataset, other, sample, store } = yield* aSizedSample
    const version = yield* generateId(VersionId)
    const saved = yield* store.save(dataset.id, [
      { sampleId: sample.id, version, pictures: makeSizes(1) },
      { sampleId: other.id, version: other.version, pictures: makeSizes(2) },
    ])
    assert.deepEqual([...saved], [other.id])
    const sizes = yield* store.find(dataset.id, [sample.id, other.id])
    assert.strictEqual(sizes.get(sample.id)?.pictures, makeSizes(640))
    assert.strictEqual(sizes.get(other.id)?.pictures, makeSizes(2))
  }),

  "is outdated after a change of the attributes, until it is saved again": Effect.gen(function* () {
    const { dataset, sample, store } = yield* aSizedSample
    const next = yield* updateSample(sample, { attributes: makeAttributes("b.png") })
    const outdated = (yield* store.find(dataset.id, [sample.id])).get(sample.id)
    assert.deepEqual(outdated, { pictures: makeSizes(640), isCurrent: false })
    yield* store.save(dataset.id, [{ sampleId: next.id, version: next.version, pictures: makeSizes(641) }])
    const current = (yield* store.find(dataset.id, [sample.id])).get(sample.id)
    assert.deepEqual(current, { pictures: makeSizes(641), isCurrent: true })
  }),

  "stays current after changes of the metadata, the name and the priority": Effect.gen(function* () {
    const { dataset, sample, store } = yield* aSizedSample
    const described = yield* updateSample(sample, { metadata: castToJsonText('{"city":"Ghent"}') })
    yield* updateSample(described, { name: "renamed" as Sample["name"], priority: 7 })
    const sizes = yield* store.find(dataset.id, [sample.id])
    assert.deepEqual([...sizes], [[sample.id, { pictures: makeSizes(640), isCurrent: true }]])
  }),

  "does not become current by a change of the metadata": Effect.gen(function* () {
    const { dataset, sample, store } = yield* aSizedSample
    const moved = yield* updateSample(sample, { attributes: makeAttributes("b.png") })
    yield* updateSample(moved, { metadata: castToJsonText('{"city":"Ghent"}') })
    assert.strictEqual((yield* store.find(dataset.id, [sample.id])).get(sample.id)?.isCurrent, false)
  }),

  "is deleted with the sample": Effect.gen(function* () {
    const { dataset, sample, store } = yield* aSizedSample
    const samples = yield* SampleStore
    yield* samples.markDeleted(dataset.id, [sample.id], instant)
    assert.strictEqual((yield* store.find(dataset.id, [sample.id])).size, 0)
    const saved = yield* store.save(dataset.id, [
      { sampleId: sample.id, version: sample.version, pictures: makeSizes(1) },
    ])
    assert.strictEqual(saved.size, 0)
  }),
})
