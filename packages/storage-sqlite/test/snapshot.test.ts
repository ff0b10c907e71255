/** A snapshot is one point in time however long it is read, on a file and in memory. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateId, now, SampleStore, SnapshotStore, StorageFailure, VersionId } from "@annotary/core/effect"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Chunk, Effect, Exit, Fiber, Layer, Option, Scope, Stream } from "effect"
import { layer, sqliteClient } from "../src/effect.ts"
import { readTransaction } from "../src/worker.ts"
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
          { ...third, readme: "changed", version: yield* generateId(VersionId) },
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

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-snapshot-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "annotary.db"),
)

/** Whether nobody reads an old state of the file any more: the log beside it can be emptied. */
const unread = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`,
    ([row]) => row !== undefined && row.busy === 0,
  ),
)

const died = <A>(exit: Exit.Exit<A>) =>
  Exit.isFailure(exit) &&
  Option.exists(Cause.dieOption(exit.cause), (defect) => defect instanceof StorageFailure)

describe("the thread that reads a snapshot", () => {
  it.scopedLive("fails statements after its end, without a wait", () =>
    Effect.gen(function* () {
      const run = yield* readTransaction(yield* file, "SnapshotStore.open")
      const outcome = Effect.exit(run({ text: "SELECT 1", params: [] }))
      yield* Effect.sleep("500 millis")
      for (const exit of [yield* outcome, yield* outcome]) assert.isTrue(died(exit))
    }).pipe(Effect.timeout("5 seconds")),
  )

  it.scopedLive(
    "holds the log of the file no longer than its scope, also when it is stopped in the middle",
    () =>
      Effect.gen(function* () {
        const filename = yield* file
        const storage = yield* Layer.build(Layer.merge(layer({ filename }), sqliteClient({ filename })))
        yield* Effect.gen(function* () {
          const { dataset } = yield* makeDataset
          yield* addSamples(dataset, "sample-", 1200)
          const scope = yield* Scope.make()
          const run = yield* Scope.extend(readTransaction(filename, "SnapshotStore.open"), scope)
          yield* run({ text: "SELECT count(*) FROM samples", params: [] })
          yield* addSamples(dataset, "later-", 10)
          assert.isFalse(yield* unread)
          const slow =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000) SELECT max(i) FROM n"
          const reading = yield* Effect.fork(run({ text: slow, params: [] }))
          yield* Effect.sleep("50 millis")
          yield* Fiber.interrupt(reading)
          yield* Scope.close(scope, Exit.void)
          assert.isTrue(yield* unread)
        }).pipe(Effect.provide(storage))
      }),
  )
})
