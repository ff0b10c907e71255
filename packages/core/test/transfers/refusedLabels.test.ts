/** An import whose labels for samples without one are refused while it saves. */
import {
  Assets,
  Datasets,
  FormatRegistry,
  type Formats,
  Imports,
  JobWorker,
  LabelStore,
  layerJobHandlers,
  Samples,
  Transaction,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { RefusedLabels } from "../../src/transfers/importReport.ts"
import { as, datasetOf, named, people, world } from "../world.ts"

const cats = named("ada", "cats")
const attributes = '{"image":{"url":"https://images.example/a.png"}}'
const record = { attributes, metadata: "{}", label: '{"annotations":[]}' }

const formats: Formats = {
  list: async () => [{ name: "two", title: "Two", writes: false, reads: true }],
  write: () => Promise.reject(new Error("It is only read.")),
  read: async () => ({
    format: "two",
    async *records() {
      yield { ...record, name: "a" }
      yield { ...record, name: "b" }
    },
    losses: () => [{ kind: "odd", meaning: "odd files were left out", count: 1, examples: ["c"] }],
    close: async () => {},
  }),
}

const letOthersRun = Effect.repeatN(Effect.yieldNow(), 50)

/**
 * Storage in memory that says when the import knows which samples have a label. A change that begins then waits for the transaction of the
 * import, and comes before its next one.
 */
const makeStorage = (asked: Deferred.Deferred<void>) => {
  const labels = Effect.map(LabelStore, (store) => ({
    ...store,
    listLabeled: (...input: Parameters<typeof store.listLabeled>) =>
      store.listLabeled(...input).pipe(
        Effect.tap(() => Deferred.succeed(asked, undefined)),
        Effect.tap(() => letOthersRun),
      ),
  }))
  const transaction = Effect.map(Transaction, ({ inside, run }) => ({
    inside,
    run: <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.zipLeft(run(change), letOthersRun),
  }))
  const slowed = Layer.merge(Layer.effect(LabelStore, labels), Layer.effect(Transaction, transaction))
  return Layer.provideMerge(slowed, memory())
}

describe("refused labels", () => {
  it("give the reason once where it is the same for all, and at each label where it differs", () => {
    const refused = new RefusedLabels()
    refused.add("a", { code: "invalid", message: "annotations: is missing" })
    const kind = "refused_labels_invalid"
    assert.deepStrictEqual(refused.list(), [
      {
        kind,
        meaning: "label for a sample without a label was refused: annotations: is missing",
        count: 1,
        examples: ["a"],
      },
    ])
    refused.add("b", { code: "invalid", message: "annotations: is not a list" })
    assert.deepStrictEqual(refused.list(), [
      {
        kind,
        meaning: "labels for samples without a label were refused",
        count: 2,
        examples: ["a: annotations: is missing", "b: annotations: is not a list"],
      },
    ])
  })
})

describe("the report of an import whose labels were refused", () => {
  it.effect("says why, beside what the format could not keep", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const layer = JobWorker.Default.pipe(
        Layer.provide(layerJobHandlers),
        Layer.provideMerge(world({}, makeStorage(asked))),
        Layer.provideMerge(Layer.succeed(FormatRegistry, formats)),
      )
      yield* Effect.gen(function* () {
        const [assets, datasets, imports, samples, worker] = yield* Effect.all([
          Assets,
          Datasets,
          Imports,
          Samples,
          JobWorker,
        ])
        yield* people("ada")
        yield* datasetOf("ada")
        for (const name of ["a", "b"]) yield* as("ada")(samples.create(cats, { name, attributes }))
        const made = yield* as("ada")(assets.create({ filename: "two.zip" }))
        yield* assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.make(Uint8Array.of(1)))
        const begun = yield* as("ada")(imports.create(cats, { asset: made.asset.id }))
        const step = yield* Effect.fork(worker.step)
        yield* Deferred.await(asked)
        yield* as("ada")(datasets.update(cats, { archived: true }))
        yield* Fiber.join(step)
        const ended = yield* as("ada")(imports.get(cats, begun.id))
        assert.strictEqual(ended.status, "SUCCEEDED", String(ended.statusInfo))
        assert.deepStrictEqual(JSON.parse(String(ended.report)), {
          samples: 0,
          existing: 2,
          labels_kept: 0,
          labels_written: 0,
          labels_left_out: 2,
          losses: [
            { kind: "odd", meaning: "odd files were left out", count: 1, examples: ["c"] },
            {
              kind: "refused_labels_dataset_archived",
              meaning:
                "labels for samples without a label were refused: The dataset is archived. Unarchive it first.",
              count: 2,
              examples: ["a", "b"],
            },
          ],
        })
      }).pipe(Effect.provide(layer))
    }),
  )
})
