/** A snapshot is one point in time however long it is read, on a file and in memory. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nextId, now, SampleStore, SnapshotStore, VersionId } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Scope, Stream } from "effect"
import { layer } from "../src/effect.ts"
import { addSamples, makeDataset } from "./fixtures.ts"

const onFile = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-snapshot-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ).pipe(Effect.map((folder) => layer({ filename: join(folder, "annotary.db") }))),
)

for (const [name, storage] of [
  ["on a file", onFile],
  ["in memory", layer({ filename: ":memory:" })],
] as const) {
  describe(`snapshots on SQLite ${name}`, () => {
    it.scopedLive("hold what was there when they were opened, page after page", () =>
      Effect.gen(function* () {
        const { dataset } = yield* makeDataset
        const before = yield* addSamples(dataset, "before-", 1200)
        const samples = yield* SampleStore
        const view = yield* (yield* SnapshotStore).open(dataset.id)
        const third = before[2]
        if (view === null || third === undefined) return yield* Effect.dieMessage("The dataset is gone.")
        yield* addSamples(dataset, "after-", 10)
        yield* samples.update(
          { ...third, readme: "changed", version: yield* nextId(VersionId) },
          third.version,
        )
        yield* samples.markDeleted(dataset.id, [before[1199]?.id ?? third.id], yield* now)
        const read = Chunk.toReadonlyArray(yield* Stream.runCollect(view.samples))
        assert.deepStrictEqual(
          read.map((sample) => sample.name),
          before.map((sample) => sample.name),
        )
        assert.strictEqual(read[2]?.readme, "")
        assert.strictEqual(read[7]?.attributes, '{"timestamp":1732106701123456789,"index":7}')
      }).pipe(Effect.provide(storage)),
    )

    it.scopedLive("can be left half read", () =>
      Effect.gen(function* () {
        const { dataset } = yield* makeDataset
        yield* addSamples(dataset, "sample-", 1200)
        const snapshots = yield* SnapshotStore
        const scope = yield* Scope.make()
        const view = yield* Scope.extend(snapshots.open(dataset.id), scope)
        if (view === null) return yield* Effect.dieMessage("The dataset is gone.")
        assert.strictEqual(yield* Stream.runCount(Stream.take(view.samples, 3)), 3)
        yield* Scope.close(scope, yield* Effect.exit(Effect.void))
        const again = yield* snapshots.open(dataset.id)
        assert.strictEqual(again === null ? 0 : yield* Stream.runCount(again.samples), 1200)
      }).pipe(Effect.provide(storage)),
    )
  })
}
