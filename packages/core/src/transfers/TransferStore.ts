import { Context, type Effect, type Option } from "effect"
import type { DatasetId, TransferId } from "../domain/Ids.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Transfer } from "../domain/Transfer.ts"

/** The port for records of exports and imports. */
export class TransferStore extends Context.Tag("@annotary/core/TransferStore")<
  TransferStore,
  {
    /** Inserts the record. */
    readonly insert: (transfer: Transfer) => Effect.Effect<void>
    /** The record. None when it or its dataset was deleted. A transaction locks it until its end. */
    readonly byId: (id: TransferId) => Effect.Effect<Option.Option<Transfer>>
    /** The records of a dataset, newest first; also of a deleted dataset until its purge, because files are removed first. */
    readonly list: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<Transfer>>
    /** Replaces all fields. False unless the stored record is PENDING and its dataset exists. */
    readonly update: (transfer: Transfer) => Effect.Effect<boolean>
    /** Up to `limit` exports that are over and were created before, oldest first. Those of deleted datasets are left out. */
    readonly endedExports: (before: Timestamp, limit: number) => Effect.Effect<ReadonlyArray<Transfer>>
    /** Deletes the record, also of a deleted dataset. */
    readonly remove: (id: TransferId) => Effect.Effect<boolean>
  }
>() {}
