/**
 * Locks rows of the queue dataset by dataset, because Citus locks rows of a query on one shard only. The search for the datasets reads
 * every shard, along the index of leases.
 */
import { type DialectShape, type RawRow, text } from "@annotary/storage-sql"
import { Effect } from "effect"

const datasetId = text<string>("dataset_id")

export const lockInDatasets: DialectShape["lockInDatasets"] = (limit, find, run) =>
  Effect.gen(function* () {
    const rows: Array<RawRow> = []
    for (const row of yield* find()) {
      if (rows.length >= limit) break
      rows.push(...(yield* run(datasetId.read(row.dataset_id), limit - rows.length)))
    }
    return rows
  })
