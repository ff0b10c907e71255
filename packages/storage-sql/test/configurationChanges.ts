/**
 * A configuration is changed while people write labels: nothing that was acknowledged is lost, no label keeps what the change
 * did away with, and the history tells of each step once. For every storage that serves several connections.
 */
import {
  ConfigurationChangeStore,
  ConfigurationJobs,
  Configurations,
  CurrentActor,
  Datasets,
  defaultSettings,
  EngineSettings,
  Jobs,
  JobWorker,
  jsonText,
  Labels,
  layerEngine,
  layerJobHandlers,
  Samples,
  type Storage,
  system,
  trustedJson,
  Users,
} from "@annotary/core/effect"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Random } from "effect"

const ref = { _tag: "Name", owner: "ann", name: "cats" } as const
const before = {
  categories: [
    { id: 1, name: "car" },
    { id: 2, name: "bus" },
  ],
}
const body = (category: number) =>
  trustedJson(`{"annotations":[{"id":1,"category_id":${category},"type":"point","points":[[1,2]]}]}`)
const count = 120

const over = <E>(storage: Layer.Layer<Storage, E>) =>
  JobWorker.Default.pipe(
    Layer.provideMerge(layerJobHandlers),
    Layer.provideMerge(layerEngine),
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.succeed(EngineSettings, defaultSettings)),
    Layer.provideMerge(Layer.succeed(CurrentActor, system)),
  )

const prepared = Effect.gen(function* () {
  yield* (yield* Users).create({ username: "ann" })
  yield* (yield* Datasets).create({
    name: "cats",
    category: "other",
    taskType: "vector",
    owner: "ann",
    taskAttributes: jsonText(before),
  })
  const samples = yield* Samples
  const labels = yield* Labels
  const names = Array.from({ length: count }, (_, index) => ({ name: `${index}` }))
  const { samples: made } = yield* samples.createMany(ref, names)
  return yield* Effect.forEach(made, ({ sample }) =>
    Effect.as(labels.put(sample.id, "ground-truth", { attributes: body(1), status: "LABELED" }), sample.id),
  )
})

/** Gives labels scores until it is interrupted; what was acknowledged last is noted. */
const scoring = (ids: ReadonlyArray<Parameters<Labels["get"]>[0]>, acknowledged: Map<string, number>) =>
  Effect.gen(function* () {
    const labels = yield* Labels
    const id = ids[yield* Random.nextIntBetween(0, ids.length)]
    if (id === undefined) return
    const score = yield* Random.next
    yield* labels.patch(id, "ground-truth", { score })
    acknowledged.set(id, score)
  }).pipe(Effect.uninterruptible, Effect.zipLeft(Effect.sleep("3 millis")), Effect.forever)

export const configurationChangeSuite = <E>(storage: Layer.Layer<Storage, E>) => {
  it.scopedLive(
    "changes a configuration while labels are written: all end under it, and no write is lost",
    () =>
      Effect.gen(function* () {
        const ids = yield* prepared
        const worker = yield* JobWorker
        const labels = yield* Labels
        const acknowledged = new Map<string, number>()
        // Each has labels of its own, so that the last write of each is known.
        const writers = yield* Effect.forEach([0, 1, 2, 3], (one) =>
          Effect.fork(
            scoring(
              ids.filter((_, index) => index % 4 === one),
              acknowledged,
            ),
          ),
        )
        const changes = yield* Configurations
        const job = yield* changes.apply(ref, {
          configuration: jsonText({ categories: [{ id: 2, name: "bus" }] }),
          configVersion: 1,
          actions: [{ op: "merge_category", category_id: 1, to: 2 }],
        })
        // After it has staged a portion it waits, and writers go on.
        yield* (yield* ConfigurationJobs).handlers.configuration.run(job, () => Effect.sleep("300 millis"))
        assert.isTrue(yield* worker.step)
        const ended = yield* (yield* Jobs).get(job.id)
        assert.strictEqual(ended.status, "SUCCEEDED", String(ended.error))
        for (const id of ids)
          assert.strictEqual((yield* labels.get(id, "ground-truth")).label.attributes, body(2))
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
          assert.strictEqual(label.attributes, body(2))
          assert.strictEqual(label.score, acknowledged.get(id) ?? null)
          const history = yield* labels.history(id, "ground-truth", { limit: 1000 })
          assert.lengthOf(
            history.filter(({ action }) => action === "migrate"),
            1,
          )
          assert.strictEqual(history[0]?.version, label.version)
        }
      }).pipe(Effect.provide(over(storage))),
    60_000,
  )
}
