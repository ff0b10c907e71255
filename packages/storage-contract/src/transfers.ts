/** TransferStore: records of exports and imports. */
import {
  AssetId,
  type Dataset,
  DatasetStore,
  generateId,
  now,
  type Transfer,
  TransferId,
  TransferStore,
  toJsonText,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSeconds, aWorld, instant, oddText } from "./fixtures.ts"
import { makeSuite, runInterleaved } from "./suite.ts"

const makeTransfer = (dataset: Dataset, fields: Partial<Transfer> = {}): Effect.Effect<Transfer> =>
  Effect.gen(function* () {
    return {
      id: yield* generateId(TransferId),
      datasetId: dataset.id,
      direction: "export",
      format: "coco",
      options: toJsonText({}),
      assetId: null,
      status: "PENDING",
      statusInfo: null,
      samplesDone: 0,
      report: null,
      sha256: null,
      sizeBytes: null,
      fileKey: null,
      createdAt: yield* now,
      createdBy: dataset.createdBy,
      ...fields,
    } satisfies Transfer
  })

const read = (transfer: Transfer) =>
  Effect.flatMap(TransferStore, (store) => Effect.map(store.byId(transfer.id), Option.getOrNull))

export const transfers = makeSuite("TransferStore", {
  "stores an export and an import unchanged": Effect.gen(function* () {
    const store = yield* TransferStore
    const { dataset } = yield* aWorld
    const bob = yield* addPerson("Bob")
    const bare = yield* makeTransfer(dataset)
    const full = yield* makeTransfer(dataset, {
      direction: "import",
      format: null,
      options: toJsonText({ text: oddText, digits: 315973157959879001n }),
      assetId: yield* generateId(AssetId),
      status: "FAILED",
      statusInfo: oddText,
      samplesDone: 2,
      report: toJsonText({ losses: [oddText] }),
      sha256: "ab".repeat(32),
      sizeBytes: 2 ** 40,
      fileKey: "exports/a-b.zip",
      createdAt: instant,
      createdBy: bob,
    })
    for (const transfer of [bare, full]) {
      yield* store.insert(transfer)
      assert.deepStrictEqual(yield* read(transfer), transfer)
    }
    assert.isTrue(Option.isNone(yield* store.byId(yield* generateId(TransferId))))
  }),

  "lists those of a dataset, newest first": Effect.gen(function* () {
    const store = yield* TransferStore
    const { ann, dataset } = yield* aWorld
    const other = yield* addDataset(ann, "other")
    const [first, second, theirs] = yield* Effect.all([
      makeTransfer(dataset),
      makeTransfer(dataset, { direction: "import" }),
      makeTransfer(other),
    ])
    for (const transfer of [first, second, theirs]) yield* store.insert(transfer)
    assert.deepStrictEqual(yield* store.list(dataset.id), [second, first])
  }),

  "ends a record once: a second end, or a change after it, has no effect": Effect.gen(function* () {
    const store = yield* TransferStore
    const { dataset } = yield* aWorld
    const transfer = yield* makeTransfer(dataset)
    yield* store.insert(transfer)
    assert.isTrue(yield* store.update({ ...transfer, samplesDone: 5 }))
    const canceled: Transfer = { ...transfer, status: "CANCELED" }
    const done: Transfer = { ...transfer, status: "SUCCEEDED", fileKey: "k" }
    const ended = yield* runInterleaved(store.update(canceled), store.update(done))
    assert.sameMembers([...ended], [true, false])
    assert.deepStrictEqual(yield* read(transfer), ended[0] ? canceled : done)
    assert.isFalse(yield* store.update({ ...transfer, samplesDone: 6 }))
    assert.isTrue(yield* store.remove(transfer.id))
    assert.isFalse(yield* store.remove(transfer.id))
    assert.isNull(yield* read(transfer))
    assert.deepStrictEqual(yield* store.list(dataset.id), [])
  }),

  "locks a record that a transaction reads: of two that decide by it, one has an effect": Effect.gen(
    function* () {
      const store = yield* TransferStore
      const { dataset } = yield* aWorld
      const decideTransfer = (transfer: Transfer, fields: Partial<Transfer>) =>
        Effect.flatMap(read(transfer), (found) =>
          found?.status === "PENDING" && found.report === null
            ? store.update({ ...found, ...fields })
            : Effect.succeed(false),
        )
      const cancel = { status: "CANCELED" } as const
      const begin = { report: toJsonText({}) }
      for (const [first, second] of [
        [cancel, begin],
        [begin, cancel],
      ] as const) {
        const transfer = yield* makeTransfer(dataset, { direction: "import" })
        yield* store.insert(transfer)
        const done = yield* runInterleaved(decideTransfer(transfer, first), decideTransfer(transfer, second))
        assert.sameMembers([...done], [true, false])
        assert.deepStrictEqual(yield* read(transfer), { ...transfer, ...(done[0] ? first : second) })
      }
    },
  ),

  "hides those of a deleted dataset, and lists them until the purge": Effect.gen(function* () {
    const [store, datasets] = yield* Effect.all([TransferStore, DatasetStore])
    const { dataset } = yield* aWorld
    const transfer = yield* makeTransfer(dataset)
    yield* store.insert(transfer)
    assert.isTrue(yield* datasets.markDeleted(dataset.id, instant))
    assert.isNull(yield* read(transfer))
    assert.isFalse(yield* store.update({ ...transfer, samplesDone: 1 }))
    assert.deepStrictEqual(yield* store.list(dataset.id), [transfer])
    while ((yield* datasets.purge(dataset.id, 100)) > 0);
    assert.deepStrictEqual(yield* store.list(dataset.id), [])
    assert.isFalse(yield* store.remove(transfer.id))
  }),

  "finds exports that are over and were created before, oldest first": Effect.gen(function* () {
    const [store, datasets] = yield* Effect.all([TransferStore, DatasetStore])
    const { ann, dataset } = yield* aWorld
    const other = yield* addDataset(ann, "other")
    const deleted = yield* addDataset(ann, "deleted")
    const addOld = (seconds: number, fields: Partial<Transfer> = {}, of: Dataset = dataset) =>
      Effect.tap(
        makeTransfer(of, {
          status: "SUCCEEDED",
          createdAt: addSeconds(instant, -seconds),
          fileKey: "k",
          ...fields,
        }),
        (one) => store.insert(one),
      )
    const second = yield* addOld(2)
    const first = yield* addOld(3, { status: "FAILED" }, other)
    const third = yield* addOld(1, { status: "CANCELED" })
    yield* addOld(4, { direction: "import" })
    yield* addOld(4, { status: "PENDING" })
    yield* addOld(0)
    yield* addOld(4, {}, deleted)
    yield* datasets.markDeleted(deleted.id, instant)
    assert.deepStrictEqual(yield* store.endedExports(instant, 10), [first, second, third])
    assert.deepStrictEqual(yield* store.endedExports(instant, 2), [first, second])
    assert.isTrue(yield* store.remove(first.id))
    assert.deepStrictEqual(yield* store.endedExports(instant, 2), [second, third])
  }),
})
