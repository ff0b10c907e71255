/**
 * Runs a statement that locks rows of all datasets once for each dataset that has such rows, because Citus locks rows of a query on one
 * shard only. The search for these datasets reads every shard, along the index of leases.
 */
import { type RawRow, type RunHere, text as textColumn, toNumber } from "@annotary/storage-sql"
import { Effect } from "effect"

/** A statement on rows of the queue that it locks, up to the limit that is its only parameter. */
const pattern =
  /^(\s*WITH \w+ AS MATERIALIZED \(\s*SELECT dataset_id, sample_id FROM sample_queue\s+WHERE )([\s\S]*?)(\s+(?:ORDER BY lease_until\s+)?LIMIT CAST\(\$1 AS BIGINT\) FOR UPDATE SKIP LOCKED\)[\s\S]*? WHERE )(\(dataset_id, sample_id\) IN [\s\S]*)$/

const datasetId = textColumn<string>("dataset_id")

/** Wraps how such a text runs; null when the text is of another kind. */
export const eachDataset = (text: string): ((run: RunHere) => RunHere) | null => {
  const [, before, condition, middle, end] = pattern.exec(text) ?? []
  if (before === undefined || condition === undefined || condition.includes("dataset_id = ")) return null
  const some = `SELECT DISTINCT dataset_id FROM sample_queue WHERE ${condition}`
  const one = `${before}${condition} AND dataset_id = $2${middle}dataset_id = $2 AND ${end}`
  return (run) => (_, params) =>
    Effect.gen(function* () {
      const limit = toNumber("limit", params[0])
      const found: Array<RawRow> = []
      for (const row of yield* run(some, [])) {
        if (found.length >= limit) break
        found.push(...(yield* run(one, [limit - found.length, datasetId.read(row.dataset_id)])))
      }
      return found
    })
}
