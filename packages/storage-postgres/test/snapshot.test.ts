/** A snapshot on Postgres is rows: whole or nothing, kept while it is open, and gone afterwards. */
import {
  castToJsonText,
  type DatasetId,
  DatasetStore,
  LabelStore,
  SampleStore,
  type Snapshot,
  SnapshotStore,
  StorageFailure,
} from "@annotary/core/effect"
import { addLabelset, addSamples, aWorld, instant, makeLabel } from "@annotary/storage-contract"
import { Database } from "@annotary/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Chunk, Effect, Exit, Layer, Option, Stream } from "effect"
import { layer } from "../src/effect.ts"
import { freshSchema } from "./storage.ts"
import { count, eventually, rows, storageAndRows, withRows } from "./withRows.ts"

const open = (dataset: { readonly id: DatasetId }) =>
  Effect.flatMap(SnapshotStore, (store) =>
    Effect.flatMap(store.open(dataset.id), (snapshot) =>
      snapshot === null ? Effect.dieMessage("no snapshot") : Effect.succeed(snapshot),
    ),
  )

const all = ({ samples }: Snapshot) => Effect.map(Stream.runCollect(samples), Chunk.toReadonlyArray)

const body = (bytes: number) => castToJsonText(`{"a":"${"x".repeat(bytes)}"}`)

/** A dataset of so many samples, the first with a label. */
const filled = (samples: number) =>
  Effect.gen(function* () {
    const world = yield* aWorld
    const made = yield* addSamples(
      world.dataset,
      Array.from({ length: samples }, () => ({ attributes: body(10) })),
    )
    const [first] = made
    if (first === undefined) return yield* Effect.dieMessage("no sample")
    const label = yield* makeLabel(first, world.truth, { attributes: body(20) })
    yield* Effect.flatMap(LabelStore, (store) => store.writeNew([label], "write"))
    return { ...world, samples: made }
  })

const reasonOf = <A>(exit: Exit.Exit<A, unknown>): string => {
  const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
  assert.instanceOf(defect, StorageFailure)
  return `${defect.transient} ${String(defect.cause)}`
}

const nothingLeft = Effect.map(
  Effect.all([count("snapshots"), count("snapshot_samples"), count("snapshot_labels")]),
  (counts) => counts.every((n) => n === 0),
)

describe("a snapshot on Postgres", () => {
  it.scopedLive("gives large bodies in portions, each sample with all its labels", () =>
    Effect.gen(function* () {
      const { dataset, truth } = yield* aWorld
      const [model, other] = yield* Effect.all([addLabelset(dataset, "model"), addLabelset(dataset, "other")])
      const sizes = [10, 3_000_000, 2_000_000, 10, 10, 5_000_000, 10, 1_500_000]
      const samples = yield* addSamples(
        dataset,
        sizes.map((size) => ({ attributes: body(size) })),
      )
      const labels = yield* Effect.forEach(samples, (sample, i) =>
        Effect.forEach([truth, model, other].slice(0, i % 4), (labelset, j) =>
          makeLabel(sample, labelset, { attributes: j === 1 ? null : body((sizes[7 - i] ?? 0) + j) }),
        ),
      )
      yield* Effect.flatMap(LabelStore, (store) => store.writeNew(labels.flat(), "write"))
      const read = yield* all(yield* open(dataset))
      assert.deepStrictEqual(
        read.map(({ id, attributes }) => [id, attributes?.length]),
        samples.map(({ id, attributes }) => [id, attributes?.length]),
      )
      const names = new Map([truth, model, other].map(({ id, name }) => [id, name]))
      assert.deepStrictEqual(
        read.map((sample) => sample.labels.map(({ labelset, attributes }) => [labelset, attributes?.length])),
        labels.map((some) =>
          some.map(({ labelsetId, attributes }) => [names.get(labelsetId) ?? "", attributes?.length]),
        ),
      )
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("keeps no transaction open while it is read slowly", () =>
    Effect.gen(function* () {
      const { dataset } = yield* filled(5000)
      const snapshot = yield* open(dataset)
      const held = rows(`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND (xact_start IS NOT NULL OR backend_xmin IS NOT NULL)
          AND query LIKE '%snapshot_%'`)
      const seen = yield* Stream.runFoldEffect(snapshot.samples, 0, (n) =>
        n % 2500 === 100
          ? Effect.as(
              eventually(
                "nobody holds one",
                Effect.map(held, (found) => found.length === 0),
              ),
              n + 1,
            )
          : Effect.succeed(n + 1),
      )
      assert.strictEqual(seen, 5000)
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("leaves no rows once its scope has closed, also half-read", () =>
    Effect.gen(function* () {
      const { dataset } = yield* filled(3000)
      const store = yield* SnapshotStore
      const half = Effect.flatMap(open(dataset), ({ samples }) => Stream.runHead(samples))
      yield* Effect.scoped(
        Effect.zipRight(
          half,
          Effect.map(store.isOpen(dataset.id), (is) => assert.isTrue(is)),
        ),
      )
      assert.isFalse(yield* store.isOpen(dataset.id))
      yield* eventually("all rows are gone", nothingLeft)
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("of a process that died is cleared away by another, once its lease has ended", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const first = yield* Layer.build(withRows(options))
      yield* Effect.gen(function* () {
        const { dataset } = yield* filled(10)
        const snapshot = yield* open(dataset)
        yield* rows("INSERT INTO snapshots SELECT dataset_id, id + 1, 1000 FROM snapshots")
        yield* rows(`INSERT INTO snapshot_samples SELECT dataset_id, snapshot_id + 1, position, sample_id, name, priority,
          assigned_labeler, assigned_reviewer, created_at, created_by, content FROM snapshot_samples`)
        yield* Layer.build(layer(options))
        const left = Effect.all([count("snapshots"), count("snapshot_samples"), count("snapshot_labels")])
        yield* eventually(
          "only the open one is left",
          Effect.map(left, (counts) => counts.join() === "1,10,1"),
        )
        assert.lengthOf(yield* all(snapshot), 10)
      }).pipe(Effect.provide(first))
    }),
  )

  for (const [what, text] of [
    ["frozen samples", "TRUNCATE snapshot_samples"],
    ["the last of them", "DELETE FROM snapshot_samples WHERE position > 2999"],
    ["frozen labels", "TRUNCATE snapshot_labels"],
    [
      "contents of samples",
      "DELETE FROM sample_versions WHERE id IN (SELECT id FROM sample_versions LIMIT 1)",
    ],
    ["bodies of labels", "TRUNCATE label_contents"],
  ] as const) {
    it.scopedLive(`fails rather than being short when ${what} are gone`, () =>
      Effect.gen(function* () {
        const { dataset } = yield* filled(3000)
        const snapshot = yield* open(dataset)
        yield* rows(text)
        assert.include(
          reasonOf(yield* Effect.exit(all(snapshot))),
          "true Error: Rows of the snapshot are gone",
        )
      }).pipe(Effect.provide(storageAndRows)),
    )
  }

  it.scopedLive("keeps what it reads from the purge, which leaves no frozen rows either", () =>
    Effect.gen(function* () {
      const store = yield* DatasetStore
      const samples = yield* SampleStore
      const { dataset, samples: made } = yield* filled(10)
      const read = yield* Effect.scoped(
        Effect.gen(function* () {
          const snapshot = yield* open(dataset)
          yield* samples.markDeleted(
            dataset.id,
            [made[0]?.id ?? (yield* Effect.dieMessage("no sample"))],
            instant,
          )
          yield* store.markDeleted(dataset.id, instant)
          assert.strictEqual(yield* store.purge(dataset.id, 1000), 0)
          return yield* all(snapshot)
        }),
      )
      assert.deepStrictEqual(
        read.map(({ attributes, labels }) => [attributes, labels.length]),
        made.map((_, i) => [body(10), i === 0 ? 1 : 0]),
      )
      for (let gone = 1; gone > 0; ) gone = yield* store.purge(dataset.id, 1000)
      assert.isTrue(yield* nothingLeft)
      assert.strictEqual(yield* count("sample_versions"), 0)
    }).pipe(Effect.provide(storageAndRows)),
  )

  it.scopedLive("is not opened inside a transaction", () =>
    Effect.gen(function* () {
      const { dataset } = yield* filled(1)
      const { transaction } = yield* Database
      assert.include(reasonOf(yield* Effect.exit(transaction.run(open(dataset)))), "outside of transactions")
      assert.isFalse(yield* Effect.flatMap(SnapshotStore, (store) => store.isOpen(dataset.id)))
    }).pipe(Effect.provide(storageAndRows)),
  )
})
