/**
 * A suite for storages that serve several connections: a configuration changes while labels are written. No acknowledged write
 * is lost, every label follows the new configuration, and the history contains each step once.
 */
import {
  ConfigurationChangeStore,
  ConfigurationJobs,
  Configurations,
  CurrentActor,
  castToJsonText,
  DatasetStore,
  Datasets,
  defaultSettings,
  EngineSettings,
  generateId,
  type ImportLine,
  Jobs,
  JobWorker,
  Labels,
  layerEngine,
  layerJobHandlers,
  Samples,
  type Storage,
  system,
  toJsonText,
  Users,
  VersionId,
} from "@annotary/core/effect"
import { runBeside } from "@annotary/storage-contract"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Random, Stream } from "effect"

const ref = { _tag: "Name", owner: "ann", name: "cats" } as const
const before = {
  categories: [
    { id: 1, name: "car" },
    { id: 2, name: "bus" },
  ],
}
const makeBody = (category: number) =>
  castToJsonText(`{"annotations":[{"id":1,"category_id":${category},"type":"point","points":[[1,2]]}]}`)

const provideStorage = <E>(storage: Layer.Layer<Storage, E>) =>
  JobWorker.Default.pipe(
    Layer.provideMerge(layerJobHandlers),
    Layer.provideMerge(layerEngine),
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, defaultSettings)),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

const prepareDataset = Effect.fnUntraced(function* (count: number) {
  yield* (yield* Users).create({ username: "ann" })
  yield* (yield* Datasets).create({
    name: "cats",
    category: "other",
    taskType: "vector",
    owner: "ann",
    taskAttributes: toJsonText(before),
  })
  const samples = yield* Samples
  const labels = yield* Labels
  const names = Array.from({ length: count }, (_, index) => ({ name: `${index}` }))
  const { samples: made } = yield* samples.createMany(ref, names)
  return yield* Effect.forEach(made, ({ sample }) =>
    Effect.as(
      labels.put(sample.id, "ground-truth", { attributes: makeBody(1), status: "LABELED" }),
      sample.id,
    ),
  )
})

/** Writes scores of labels until it is interrupted, and records the last acknowledged score of each. */
const writeScores = (ids: ReadonlyArray<Parameters<Labels["get"]>[0]>, acknowledged: Map<string, number>) =>
  Effect.gen(function* () {
    const labels = yield* Labels
    const id = ids[yield* Random.nextIntBetween(0, ids.length)]
    if (id === undefined) return
    const score = yield* Random.next
    yield* labels.patch(id, "ground-truth", { score })
    acknowledged.set(id, score)
  }).pipe(Effect.uninterruptible, Effect.zipLeft(Effect.sleep("3 millis")), Effect.forever)

/** Switches the dataset to a configuration with these categories, like the last step of the job; returns its version. */
const switchTo = (categories: ReadonlyArray<number>, archived = false) =>
  Effect.gen(function* () {
    const { dataset } = (yield* (yield* Datasets).get(ref)).record
    const changes = yield* ConfigurationChangeStore
    yield* Effect.repeat(changes.lockOutWriters(dataset.id, 1000), { until: (locked) => locked })
    const configuration = { categories: categories.map((id) => ({ id, name: `${id}` })) }
    const next = {
      ...dataset,
      archived,
      taskAttributes: toJsonText(configuration),
      configVersion: dataset.configVersion + 1,
      version: yield* generateId(VersionId),
    }
    assert.strictEqual(yield* (yield* DatasetStore).update(next, dataset.version), "updated")
    return next.configVersion
  })

/** Imports lines and returns the status of each. */
const runImport = (lines: Stream.Stream<ImportLine>) =>
  Effect.gen(function* () {
    const results = yield* (yield* Samples).importLines(ref, lines)
    const all = [...(yield* Stream.runCollect(results))]
    return all.flatMap((result) => (result._tag === "Line" ? [result.status] : []))
  })

export const defineConfigurationChangeSuite = <E>(storage: Layer.Layer<Storage, E>) => {
  it.scopedLive(
    "changes a configuration while labels are written: all end under it, and no write is lost",
    () =>
      Effect.gen(function* () {
        const ids = yield* prepareDataset(120)
        const worker = yield* JobWorker
        const labels = yield* Labels
        const acknowledged = new Map<string, number>()
        // Each writer has its own labels, so that the last write of each label is known.
        const writers = yield* Effect.forEach([0, 1, 2, 3], (one) =>
          Effect.fork(
            writeScores(
              ids.filter((_, index) => index % 4 === one),
              acknowledged,
            ),
          ),
        )
        const changes = yield* Configurations
        const job = yield* changes.apply(ref, {
          configuration: toJsonText({ categories: [{ id: 2, name: "bus" }] }),
          configVersion: 1,
          actions: [{ op: "merge_category", category_id: 1, to: 2 }],
        })
        // The job waits after each staged portion, while writers continue.
        yield* (yield* ConfigurationJobs).handlers.configuration.run(job, () => Effect.sleep("300 millis"))
        assert.isTrue(yield* worker.step)
        const ended = yield* (yield* Jobs).get(job.id)
        assert.strictEqual(ended.status, "SUCCEEDED", String(ended.error))
        for (const id of ids)
          assert.strictEqual((yield* labels.get(id, "ground-truth")).label.attributes, makeBody(2))
        yield* Effect.sleep("100 millis")
        // None of them was refused.
        assert.isTrue((yield* Effect.forEach(writers, Fiber.interrupt)).every(Exit.isInterrupted))
        while (yield* worker.step) yield* Effect.yieldNow()

        assert.strictEqual((yield* (yield* Configurations).get(ref)).configVersion, 2)
        const { dataset } = (yield* (yield* Datasets).get(ref)).record
        assert.deepStrictEqual(yield* (yield* ConfigurationChangeStore).open(dataset.id), [])
        assert.isAbove(acknowledged.size, 4)
        for (const id of ids) {
          const { label } = yield* labels.get(id, "ground-truth")
          assert.strictEqual(label.attributes, makeBody(2))
          assert.strictEqual(label.score, acknowledged.get(id) ?? null)
          const history = yield* labels.history(id, "ground-truth", { limit: 1000 })
          assert.lengthOf(
            history.filter(({ action }) => action === "migrate"),
            1,
          )
          assert.strictEqual(history[0]?.version, label.version)
        }
      }).pipe(Effect.provide(provideStorage(storage))),
    60_000,
  )

  it.scopedLive("checks labels under the new configuration when their writers waited for the switch", () =>
    Effect.gen(function* () {
      const [id] = yield* prepareDataset(1)
      if (id === undefined) return assert.fail("no samples")
      yield* (yield* Datasets).update(ref, { settings: { rejectOnWarnings: ["unknown-category"] } })
      const labels = yield* Labels
      const car = { attributes: makeBody(1), status: "LABELED" } as const
      const bus = { attributes: makeBody(2), status: "LABELED" } as const

      const [, put] = yield* runBeside(switchTo([2]), Effect.flip(labels.put(id, "ground-truth", car)))
      assert.strictEqual(put._tag, "InvalidInput")
      const samples = yield* Samples
      yield* switchTo([1, 2])
      const added = { name: "added", label: car }
      const [, create] = yield* runBeside(switchTo([2]), Effect.flip(samples.create(ref, added)))
      assert.strictEqual(create._tag, "InvalidInput")
      yield* switchTo([1, 2])
      const lines = Stream.make(
        { line: 1, sample: { name: "car" }, label: car },
        { line: 2, sample: { name: "bus" }, label: bus },
      )
      const [configVersion, results] = yield* runBeside(switchTo([2]), runImport(lines))
      assert.deepStrictEqual(results, ["error", "created"])

      const [latest, { label }] = yield* runBeside(switchTo([1, 2]), labels.put(id, "ground-truth", bus))
      assert.deepStrictEqual([latest, label.configVersion], [configVersion + 1, latest])
    }).pipe(Effect.provide(provideStorage(storage))),
  )

  it.scopedLive("refuses a bulk change that waited until the dataset was archived", () =>
    Effect.gen(function* () {
      const uuids = yield* prepareDataset(2)
      const bulk = (yield* Samples).updateMany(ref, { uuids }, { labelStatus: "SKIPPED" })
      const [, refused] = yield* runBeside(switchTo([2], true), Effect.flip(bulk))
      assert.strictEqual(refused._tag, "Conflict")
    }).pipe(Effect.provide(provideStorage(storage))),
  )
}
