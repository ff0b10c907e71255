/** The words of Citus in statements, where they differ from those of Postgres. */
import type { DialectWords } from "@annotary/storage-sql"
import { words as postgres } from "../dialect/words.ts"

/**
 * The time at which the statement began. Statements on shards take no function that returns a new value at every call, because
 * each node would call it.
 */
export const nowMillis = "CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)"

export const words: DialectWords = {
  ...postgres,
  nowMillis,
  // Functions on the coordinator: a statement on its tables can join no table of Citus.
  areWebhooksEnabled: (owner) => `(SELECT webhooks_enabled(${owner}))`,
  isLiveDataset: (dataset) => `dataset_lives(${dataset})`,
  snapshotRows: {
    ...postgres.snapshotRows,
    noneOpen: `AND NOT EXISTS (SELECT 1 FROM snapshots o WHERE o.dataset_id = d.id AND o.kept_until > ${nowMillis})`,
  },
}
