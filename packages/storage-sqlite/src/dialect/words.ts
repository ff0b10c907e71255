/** The words of SQLite in statements of storage-sql and of this package. */
import { areWebhooksEnabled, type DialectWords, isLiveDataset } from "@annotary/storage-sql"

/** The database's clock in whole milliseconds. */
export const nowMillis = "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)"

/** The clauses that lock rows are empty, because a transaction has the database's one write lock. */
export const words: DialectWords = {
  text: "TEXT",
  big: "INTEGER",
  real: "REAL",
  wideTable: "STRICT",
  narrowTable: "STRICT, WITHOUT ROWID",
  hotTable: "STRICT, WITHOUT ROWID",
  nowMillis,
  forUpdate: "",
  forUpdateOf: () => "",
  forShare: "",
  forShareOf: () => "",
  forKeyShare: "",
  skipLocked: "",
  writersLock: () => "NULL",
  along: (index) => `INDEXED BY ${index}`,
  position: "instr",
  greatest: "max",
  least: "min",
  areWebhooksEnabled,
  isLiveDataset,
  randomHex: "lower(hex(randomblob(6)))",
  jsonNumber: (column, member) => `CAST(json_extract(${column}, '$.${member}') AS REAL)`,
  comparableNumber: (column) =>
    `CASE WHEN json_valid(${column}) THEN CASE WHEN json_type(${column}) IN ('integer', 'real') AND ${column} GLOB '[-0-9]*'
      AND ${column} GLOB '*[0-9]' AND ${column} NOT GLOB '*[eE]*[0-9][0-9][0-9]' THEN CAST(${column} AS REAL) END END`,
  jsonRows: (columns) =>
    `(SELECT ${Object.keys(columns)
      .map((name) => `json_extract(value, '$.${name}') AS ${name}`)
      .join(", ")} FROM json_each(?)) AS v`,
  jsonList: "(SELECT value FROM json_each(?))",
  sliceable: (column) => `CAST(${column} AS BLOB)`,
  onlyCommitted: "/* only committed */",
  countSlot: "0",
  snapshotRows: { tables: [], noneOpen: "" },
}
