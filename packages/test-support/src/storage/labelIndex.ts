/** A suite for SQL storages: labels that an earlier version stored without the counts of their objects. */
import {
  CurrentActor,
  castToJsonText,
  type Dataset,
  defaultSettings,
  EngineSettings,
  generateId,
  LabelStore,
  layerEngine,
  SampleStore,
  Samples,
  type Storage,
  system,
  VersionId,
} from "@annotary/core/effect"
import { addDataset, addLabelset, addPerson, addSamples, makeLabel } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"

const makeBody = (categories: ReadonlyArray<number>, bytes = 0) =>
  castToJsonText(
    JSON.stringify({
      annotations: categories.map((category_id, id) => ({ id, category_id })),
      note: "x".repeat(bytes),
    }),
  )

const taskAttributes = castToJsonText('{"categories":[{"id":1,"name":"car"}]}')

/** A dataset with two cars in the first sample, none in the second, and an earlier version of the first label. */
const prepareDataset = (name: string, bytes = 0) =>
  Effect.gen(function* () {
    const labels = yield* LabelStore
    const owner = yield* addPerson(`owner-of-${name}`)
    const dataset = yield* addDataset(owner, name, { taskAttributes })
    const truth = yield* addLabelset(dataset)
    const [first, second] = yield* addSamples(dataset, [{}, {}])
    if (first === undefined || second === undefined) return yield* Effect.dieMessage("No samples.")
    const earlier = yield* makeLabel(first, truth, { attributes: makeBody([1], bytes) })
    yield* labels.writeNew(
      [earlier, yield* makeLabel(second, truth, { attributes: makeBody([2], bytes) })],
      "write",
    )
    const label = {
      ...earlier,
      version: yield* generateId(VersionId),
      attributes: makeBody([1, 1, 2], bytes),
    }
    const change = { action: "write", from: null, by: owner, at: label.updatedAt } as const
    assert.isTrue(yield* labels.write(label, change, earlier.version, false))
    return dataset
  })

const listCars = (dataset: Dataset) =>
  Effect.gen(function* () {
    const lists = yield* Samples
    const { rows } = yield* lists.list({ _tag: "Id", id: dataset.id }, { search: "car = 2" })
    return (yield* Stream.runCollect(rows)).length
  }).pipe(Effect.provideService(CurrentActor, system))

/** `run` changes the stored rows. */
export const defineLabelIndexSuite = <E, R>(
  storage: Layer.Layer<Storage | R, E>,
  run: (text: string) => Effect.Effect<unknown, never, R>,
): void => {
  it.scopedLive("are counted in portions, until which searches by objects are refused", () =>
    Effect.gen(function* () {
      const labels = yield* LabelStore
      const samples = yield* SampleStore
      const small = yield* prepareDataset("small")
      const large = yield* prepareDataset("large", 2_500_000)
      assert.strictEqual(yield* listCars(small), 1)
      yield* run("UPDATE label_versions SET objects = NULL")
      for (const dataset of [small, large]) {
        assert.isTrue(yield* samples.hasUnindexedLabels(dataset.id))
        const refusal = yield* Effect.flip(listCars(dataset))
        assert.deepInclude(refusal, { _tag: "Conflict", code: "labels_not_indexed" })
      }
      const portions: Array<number> = []
      for (;;) {
        const read = yield* labels.indexPortion()
        if (read === 0) break
        portions.push(read)
      }
      // Three versions of one dataset fit in a portion; of the other, one.
      assert.deepStrictEqual(portions.sort(), [1, 1, 1, 3])
      for (const dataset of [small, large]) {
        assert.isFalse(yield* samples.hasUnindexedLabels(dataset.id))
        assert.strictEqual(yield* listCars(dataset), 1)
      }
    }).pipe(
      Effect.provide(
        layerEngine.pipe(
          Layer.provideMerge(storage),
          Layer.provideMerge(Layer.succeed(EngineSettings, defaultSettings)),
        ),
      ),
    ),
  )
}
