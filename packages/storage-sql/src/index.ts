/** The parts that a storage package for one SQL database builds on. */
export { makeArchiveSqlStore, type OpenView } from "./archive/ArchiveSqlStore.ts"
export { newestMigration, storedFileKeys } from "./backup.ts"
export { Database, type DatabaseShape } from "./database/Database.ts"
export { insideTransaction, makeStorageFailure, readErrorCode } from "./database/failures.ts"
export type { RunHere, SynchronousConnection } from "./database/oneStep.ts"
export { callAtEnd, type Ending, layerNotifierAtCommit } from "./database/transactionEnd.ts"
export {
  Dialect,
  type DialectShape,
  type DialectWords,
  type FailureKind,
  type Retry,
} from "./dialect/Dialect.ts"
export { type DialectLookups, type Expression, subqueries } from "./dialect/lookups.ts"
export {
  type ClaimOperations,
  type ClaimPass,
  type DeliveryOperations,
  type EventGroup,
  isCounted,
  maxRowsOfEndpoint,
  type View,
  type ViewRequest,
} from "./dialect/operations.ts"
export { areWebhooksEnabled, isLiveDataset } from "./dialect/persons.ts"
export type { Begun, Restore, Transactions } from "./dialect/transactions.ts"
export { type Migrations, migrations } from "./migrations/index.ts"
export { migrate } from "./migrations/migrate.ts"
export { type Migration, makeIndexMigration, makeMigration } from "./migrations/migration.ts"
export { noDataset } from "./rows/accounts.ts"
export { nullable, number, type Primitive, type RawRow, text, toNumber } from "./rows/columns.ts"
export { outboxEvents } from "./rows/files.ts"
export { claimNames, claims, freed, makeRecordedFree, queueNumber, queuePositionNames } from "./rows/queue.ts"
export { decodeAll, decodeFirst, readCount } from "./rows/results.ts"
export { selectCurrentContent } from "./rows/stagedLabels.ts"
export {
  deliveries,
  endpointId,
  joinWords,
  matchSubscription,
  newDelivery,
  toDatasetWord,
} from "./rows/webhooks.ts"
export { type SqlAccountPorts, SqlAccountStorage } from "./SqlAccountStorage.ts"
export { type SqlPorts, SqlStorage } from "./SqlStorage.ts"
export { makeSnapshotLabel, makeSnapshotSample } from "./snapshot/assemble.ts"
export { readOverlaps } from "./snapshot/readOverlaps.ts"
export {
  type RunQuery,
  readHead,
  readSamplesPage,
  readSnapshot,
  type SnapshotRun,
} from "./snapshot/readSnapshot.ts"
export { shortBody } from "./snapshot/snapshotSql.ts"
export {
  formatReturning,
  type InsertRows,
  type ListedRows,
  listColumns,
  type NewRow,
  type NewRows,
  toGivenName,
} from "./statements/manyRows.ts"
export type { Execute, ListQuery, Query, Rows, Run, Statements } from "./statements/Statements.ts"
export { datasetColumns, otherColumns } from "./stores/accounts/personColumns.ts"
export { statusColumns } from "./stores/datasets/datasetCounts.ts"
export { selectLabelPage } from "./stores/labels/labelQueries.ts"
export { endedNames, type RecordEndedClaims, recordEndedClaims } from "./stores/queue/claimEnds.ts"
