/** The words of Postgres in statements of storage-sql and of this package. */
import { comparableNumber } from "@annotary/core/effect"
import { areWebhooksEnabled, type DialectWords, isLiveDataset } from "@annotary/storage-sql"

/** The key of the lock of a dataset's writers. The number distinguishes it from other locks of a dataset. */
export const makeWritersLockKey = (dataset: string): string => `hashtextextended(${dataset}, 4710267302)`

/** The database's clock in whole milliseconds. */
export const nowMillis = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

export const words: DialectWords = {
  text: 'TEXT COLLATE "C"',
  big: "BIGINT",
  real: "DOUBLE PRECISION",
  wideTable: "",
  narrowTable: "",
  hotTable: "WITH (fillfactor = 80)",
  nowMillis,
  forUpdate: "FOR UPDATE",
  forUpdateOf: (alias) => `FOR UPDATE OF ${alias}`,
  forShare: "FOR SHARE",
  forShareOf: (alias) => `FOR SHARE OF ${alias}`,
  forKeyShare: "FOR KEY SHARE",
  skipLocked: "FOR UPDATE SKIP LOCKED",
  writersLock: (dataset) => `pg_advisory_xact_lock_shared(${makeWritersLockKey(dataset)})`,
  along: () => "",
  position: "strpos",
  greatest: "greatest",
  least: "least",
  areWebhooksEnabled,
  isLiveDataset,
  randomHex: "substr(CAST(gen_random_uuid() AS text), 25, 12)",
  jsonNumber: (column, member) => `CAST(CAST(${column} AS json) ->> '${member}' AS double precision)`,
  comparableNumber: (column) =>
    `CASE WHEN ${column} ~ '${comparableNumber.source}' THEN CAST(${column} AS double precision) END`,
  jsonRows: (columns) =>
    `json_to_recordset(CAST(? AS json)) AS v(${Object.entries(columns)
      .map(([name, kind]) => `${name} ${kind}`)
      .join(", ")})`,
  jsonList: "(SELECT json_array_elements_text(CAST(? AS json)))",
  sliceable: null,
  countSlot: "pg_backend_pid() % 16",
  onlyCommitted: "",
  snapshotRows: {
    tables: [
      ["snapshot_labels", "dataset_id, snapshot_id, sample_id, labelset"],
      ["snapshot_samples", "dataset_id, snapshot_id, position"],
      ["snapshots", "dataset_id, id"],
    ],
    noneOpen: `AND NOT EXISTS (SELECT 1 FROM snapshots o WHERE o.dataset_id = d.id AND o.kept_until > ${nowMillis})`,
  },
}
