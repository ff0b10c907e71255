/** An import whose first attempt was interrupted: what it saved counts as having been in the dataset. */
import {
  Assets,
  FormatRegistry,
  type Formats,
  Imports,
  JobWorker,
  layerJobHandlers,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { as, datasetOf, named, people, world } from "../world.ts"

const cats = named("ada", "cats")
const record = { attributes: '{"image":{"url":"https://images.example/a.png"}}', metadata: "{}" }
const sample = { ...record, name: "a", label: '{"annotations":[]}' }

/** Two samples, of which the first saving finds one to be invalid. */
const makeFormats = (): Formats => {
  let readings = 0
  return {
    list: async () => [{ name: "two", title: "Two", writes: false, reads: true }],
    write: () => Promise.reject(new Error("It is only read.")),
    read: async () => ({
      format: "two",
      async *records() {
        readings += 1
        yield sample
        yield { ...sample, name: "b", attributes: readings === 2 ? "[]" : record.attributes }
      },
      losses: () => [],
      close: async () => {},
    }),
  }
}

describe("the report of an import that was repeated", () => {
  it.effect("says that labels may be those that the attempt before has written", () => {
    const layer = JobWorker.Default.pipe(
      Layer.provide(layerJobHandlers),
      Layer.provideMerge(world()),
      Layer.provideMerge(Layer.succeed(FormatRegistry, makeFormats())),
    )
    return Effect.gen(function* () {
      const [assets, imports, worker] = yield* Effect.all([Assets, Imports, JobWorker])
      yield* people("ada")
      yield* datasetOf("ada")
      const made = yield* as("ada")(assets.create({ filename: "two.zip" }))
      yield* assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.make(Uint8Array.of(1)))
      const begun = yield* as("ada")(imports.create(cats, { asset: made.asset.id }))
      for (let attempt = 0; attempt < 3; attempt++) {
        yield* worker.step
        yield* TestClock.adjust("1 hour")
      }
      const ended = yield* as("ada")(imports.get(cats, begun.id))
      assert.strictEqual(ended.status, "SUCCEEDED", String(ended.statusInfo))
      assert.strictEqual(
        ended.statusInfo,
        "1 sample of the same name was in the dataset before, or created by an attempt that was interrupted; it stayed as it was; 1 label was kept, or written by that attempt. keep_labels says that they are the same samples.",
      )
      assert.include(JSON.stringify(ended.report), "labels_kept")
    }).pipe(Effect.provide(layer))
  })
})
