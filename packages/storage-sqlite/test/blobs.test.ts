import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BlobStore } from "@annotary/core/effect"
import { layerMemory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { layer } from "../src/effect.ts"

const put = Effect.flatMap(BlobStore, (blobs) => blobs.put("a/b", Stream.make(Buffer.from("file"))))

const inFolder = <A, E, R>(test: (directory: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-sqlite-blobs-"))),
    test,
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
  )

describe("the files of a SQLite storage", () => {
  it.scopedLive("are in a folder beside the database, unless another one is named", () =>
    inFolder((directory) =>
      Effect.gen(function* () {
        const filename = join(directory, "a.db")
        yield* Effect.provide(put, layer({ filename }))
        assert.isTrue(existsSync(`${filename}.files/a/b`))
        yield* Effect.provide(put, layer({ filename, blobs: join(directory, "elsewhere") }))
        assert.isTrue(existsSync(join(directory, "elsewhere", "a", "b")))
      }),
    ),
  )

  it.scopedLive("are in the store of another package, when one is given", () =>
    inFolder((directory) =>
      Effect.gen(function* () {
        const filename = join(directory, "a.db")
        const other = Context.get(yield* Layer.build(layerMemory), BlobStore)
        yield* Effect.provide(put, layer({ filename, blobs: Layer.succeed(BlobStore, other) }))
        assert.deepStrictEqual(yield* other.size("a/b"), Option.some(4))
        assert.isFalse(existsSync(`${filename}.files`))
      }),
    ),
  )
})
