/** Two processes work on one file at once: neither sees SQLITE_BUSY, and no sample is given to both. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { DatasetStore } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { addSamples, makeDataset } from "./fixtures.ts"

const script = fileURLToPath(new URL("claimer.js", import.meta.url))
const run = promisify(execFile)
const count = 400

describe("two processes on one SQLite file", () => {
  it.scopedLive(
    "share the samples without giving one twice, and count right",
    () =>
      Effect.gen(function* () {
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-processes-"))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
        )
        const filename = join(folder, "annotary.db")
        yield* Effect.gen(function* () {
          const { dataset, labelset } = yield* makeDataset
          yield* addSamples(dataset, "sample-", count)
          const claimer = (name: string) =>
            Effect.promise(() =>
              run(process.execPath, [script, filename, dataset.id, labelset.id, name]),
            ).pipe(Effect.map(({ stdout }): ReadonlyArray<string> => JSON.parse(stdout)))
          const [one, other] = yield* Effect.all([claimer("ann"), claimer("bob")], { concurrency: 2 })
          assert.strictEqual(one.length + other.length, count)
          assert.strictEqual(new Set([...one, ...other]).size, count)
          assert.isAbove(Math.min(one.length, other.length), 0)
          const counts = (yield* (yield* DatasetStore).counts([dataset.id])).get(dataset.id)
          assert.deepStrictEqual(counts, { samples: count, byStatus: { LABELED: count }, collaborators: 0 })
        }).pipe(Effect.provide(layer({ filename })))
      }),
    60_000,
  )
})
