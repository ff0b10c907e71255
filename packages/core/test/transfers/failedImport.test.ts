/** Imports that fail: the reason is for the people who began them, and names no file of the server. */

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
import { StorageFailure } from "../../src/storage/StorageFailure.ts"
import { runForFormat } from "../../src/transfers/attempt.ts"
import { as, datasetOf, named, people, world } from "../world.ts"

const cats = named("ada", "cats")

const failing = (error: Error): Formats => ({
  list: async () => [{ name: "none", title: "None", writes: false, reads: true }],
  write: () => Promise.reject(new Error("It is only read.")),
  read: () => Promise.reject(error),
})

/** The reason with which an import ends whose format fails on each attempt. */
const reasonOf = (error: Error) => {
  const layer = JobWorker.Default.pipe(
    Layer.provide(layerJobHandlers),
    Layer.provideMerge(world()),
    Layer.provideMerge(Layer.succeed(FormatRegistry, failing(error))),
  )
  return Effect.gen(function* () {
    const [assets, imports, worker] = yield* Effect.all([Assets, Imports, JobWorker])
    yield* people("ada")
    yield* datasetOf("ada")
    const made = yield* as("ada")(assets.create({ filename: "none.zip" }))
    yield* assets.upload(made.asset.id, made.presignedPostFields.fields, Stream.make(Uint8Array.of(1)))
    const begun = yield* as("ada")(imports.create(cats, { asset: made.asset.id }))
    for (let attempt = 0; attempt < 10; attempt++) {
      yield* worker.step
      yield* TestClock.adjust("1 hour")
    }
    const ended = yield* as("ada")(imports.get(cats, begun.id))
    assert.strictEqual(ended.status, "FAILED")
    return ended.statusInfo
  }).pipe(Effect.provide(layer))
}

describe("the reason of a failed import", () => {
  it.effect("is the sentence of the format", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* reasonOf(new Error("The dataset has no category car.")),
        "The dataset has no category car.",
      )
    }),
  )

  it.effect("names no file of the server when the system fails", () =>
    Effect.gen(function* () {
      const full = new Error("ENOSPC: no space left on device, write '/tmp/annotary-import-x/files/a.png'")
      const reason = yield* reasonOf(
        Object.assign(full, { code: "ENOSPC", syscall: "write", path: "/tmp/annotary-import-x/files/a.png" }),
      )
      assert.strictEqual(
        reason,
        "The server could not read or write a file: no space is left. Its log says more.",
      )
    }),
  )

  it.effect("is that of a storage without space, for a format that stores a file", () =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error("ENOSPC: no space left on device, open '/srv/data/x'"), {
        code: "ENOSPC",
      })
      const failure = new StorageFailure({ operation: "BlobStore.put", transient: true, cause })
      const runtime = yield* Effect.runtime<never>()
      const rejected = yield* Effect.flip(Effect.tryPromise(() => runForFormat(runtime, Effect.die(failure))))
      assert.strictEqual(
        rejected.error instanceof Error ? rejected.error.message : "",
        "The store of files cannot be used: no space is left (BlobStore.put).",
      )
    }),
  )
})
