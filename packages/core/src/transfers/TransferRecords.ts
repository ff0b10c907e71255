import { Effect, Option, Schema } from "effect"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { type DatasetId, generateId, TransferId } from "../domain/Ids.ts"
import type { Job } from "../domain/Job.ts"
import { type JsonText, parseJson, toJsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import type { Transfer } from "../domain/Transfer.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferEvents } from "./TransferEvents.ts"
import { TransferStore } from "./TransferStore.ts"

type Direction = Transfer["direction"]

const Payload = Schema.Struct({ transfer: TransferId })
const decodePayload = Schema.decodeUnknownSync(Payload)

/** The export or import that a job carries out. */
export const readTransferId = (job: Job): TransferId => decodePayload(parseJson(job.payload)).transfer

/** The key of an archive. Every attempt writes to a separate key. */
export const archiveKey = (id: TransferId, attempt: number): string => `exports/${id}/${attempt}.zip`

/** Records of exports and imports: what both have in common. Checks no permissions. */
export class TransferRecords extends Effect.Service<TransferRecords>()("@annotary/core/TransferRecords", {
  effect: Effect.gen(function* () {
    const store = yield* TransferStore
    const transaction = yield* Transaction
    const quota = yield* QuotaCounter
    const jobs = yield* Jobs
    const blobs = yield* BlobStore
    const events = yield* TransferEvents

    /** Inserts a record and enqueues its job. Runs in the caller's transaction. */
    const begin = Effect.fnUntraced(function* (
      direction: Direction,
      given: Pick<Transfer, "datasetId" | "format" | "assetId"> & { readonly options: JsonText },
      createdBy: Username,
    ) {
      const transfer: Transfer = {
        ...given,
        id: yield* generateId(TransferId),
        direction,
        status: "PENDING",
        statusInfo: null,
        samplesDone: 0,
        report: null,
        sha256: null,
        sizeBytes: null,
        fileKey: null,
        createdAt: yield* now,
        createdBy,
      }
      yield* store.insert(transfer)
      yield* jobs.enqueue({
        kind: direction,
        datasetId: transfer.datasetId,
        payload: toJsonText({ transfer: transfer.id }),
        total: null,
        createdBy,
      })
      return transfer
    })

    /** Finds a record of a dataset. */
    const find = Effect.fnUntraced(function* (direction: Direction, dataset: DatasetId, id: string) {
      const transfer = Option.getOrUndefined(yield* store.byId(TransferId.make(id, true)))
      if (transfer === undefined || transfer.datasetId !== dataset || transfer.direction !== direction)
        return yield* new NotFound({ resource: direction })
      return transfer
    })

    /** The records of a dataset, newest first. */
    const list = (direction: Direction, dataset: DatasetId) =>
      Effect.map(store.list(dataset), (all) => all.filter((one) => one.direction === direction))

    /** Ends a record that is PENDING; its job stops at its next heartbeat. */
    const cancel = Effect.fnUntraced(function* (transfer: Transfer) {
      const canceled: Transfer = { ...transfer, status: "CANCELED" }
      if (yield* store.update(canceled)) return canceled
      return yield* new Conflict({ code: "wrong_state", status: transfer.status })
    })

    /** Deletes a record that is over, and its archive. */
    const remove = Effect.fnUntraced(function* (transfer: Transfer) {
      if (transfer.status === "PENDING")
        return yield* new Conflict({ code: "wrong_state", status: transfer.status })
      if (!(yield* store.remove(transfer.id))) return yield* new NotFound({ resource: transfer.direction })
    })

    /** The record of a job, while it is PENDING. */
    const findPending = (job: Job) =>
      Effect.map(
        store.byId(readTransferId(job)),
        Option.filter(({ status }) => status === "PENDING"),
      )

    /** Changes the record of a job. Undefined when it is over. Other changes at the same time are kept: the record is locked. */
    const update = (job: Job, fields: Partial<Transfer>): Effect.Effect<Transfer | undefined> => {
      const changed = Effect.gen(function* () {
        const transfer = Option.getOrUndefined(yield* findPending(job))
        if (transfer === undefined) return undefined
        const next = { ...transfer, ...fields }
        return (yield* store.update(next)) ? next : undefined
      })
      return transaction.run(changed)
    }

    /**
     * Ends the record of a job with an outcome, and reports it. False when it is over. Runs in the transaction that ends the job.
     */
    const end = (job: Job, fields: Partial<Transfer>): Effect.Effect<boolean> =>
      Effect.flatMap(update(job, fields), (ended) =>
        ended === undefined ? Effect.succeed(false) : Effect.as(events.recordEnd(ended), true),
      )

    /** Removes the archives of a job's attempts, except a published one. */
    const removeArchives = Effect.fnUntraced(function* (job: Job) {
      const id = readTransferId(job)
      const keptFileKey = Option.getOrUndefined(yield* store.byId(id))?.fileKey
      for (let attempt = 1; attempt <= job.attempts; attempt++) {
        const key = archiveKey(id, attempt)
        if (key !== keptFileKey) yield* blobs.remove(key)
      }
    })

    /** Removes the archives of a deleted dataset. The purge calls it before it deletes the records. */
    const removeFiles = Effect.fnUntraced(function* (dataset: DatasetId) {
      for (const { fileKey } of yield* store.list(dataset)) if (fileKey !== null) yield* blobs.remove(fileKey)
    })

    /**
     * Removes up to `limit` exports that are over and were created before, each with its archive, and returns how many. The
     * archive goes first: a record without it is found again.
     */
    const removeExpired = Effect.fnUntraced(function* (before: Timestamp, limit: number) {
      const expired = yield* store.endedExports(before, limit)
      for (const { fileKey, id } of expired) {
        if (fileKey !== null) yield* blobs.remove(fileKey)
        yield* store.remove(id)
      }
      if (expired.length > 0)
        yield* transaction.run(quota.recountOwners(expired.map(({ datasetId }) => datasetId)))
      return expired.length
    })

    return {
      begin,
      find,
      list,
      cancel,
      remove,
      pending: findPending,
      update,
      end,
      removeArchives,
      removeFiles,
      removeExpired,
    }
  }),
}) {
  static readonly dependencies = [Jobs, QuotaCounter, TransferEvents] as const
}
