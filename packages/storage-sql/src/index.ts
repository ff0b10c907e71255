/** The parts that a storage package for one SQL database builds on. */
export { archiveSqlStore, type OpenView } from "./archive/ArchiveSqlStore.ts"
export { newestMigration, storedFileKeys } from "./backup.ts"
export { Database, type DatabaseShape } from "./database/Database.ts"
export { codeOf, insideTransaction, storageFailure } from "./database/failures.ts"
export type { RunHere } from "./database/oneStep.ts"
export { atEnd, type Ending, layerNotifierAtCommit } from "./database/transactionEnd.ts"
export {
  Dialect,
  type DialectShape,
  type DialectWords,
  type FailureKind,
  type Retry,
} from "./dialect/Dialect.ts"
export type { ClaimOperations, View, ViewRequest } from "./dialect/operations.ts"
export {
  type ClaimPass,
  type DeliveryOperations,
  type EventGroup,
  maxRowsOfEndpoint,
} from "./dialect/operations.ts"
export type { Begun, Restore, Transactions } from "./dialect/transactions.ts"
export { type Migrations, migrations } from "./migrations/index.ts"
export { migrate } from "./migrations/migrate.ts"
export { indexes, type Migration, migration } from "./migrations/migration.ts"
export { noDataset } from "./rows/accounts.ts"
export { nullable, number, type Primitive, type RawRow, text, toNumber } from "./rows/columns.ts"
export { outboxEvents } from "./rows/files.ts"
export { claimNames, claims, freed, placeNames, queueNumber } from "./rows/queue.ts"
export { all, count } from "./rows/results.ts"
export { currentContent } from "./rows/stagedLabels.ts"
export { datasetWord, deliveries, endpointId, newDelivery, spaced, subscribes } from "./rows/webhooks.ts"
export { type SqlPorts, SqlStorage } from "./SqlStorage.ts"
export { snapshotLabel, snapshotSample } from "./snapshot/assemble.ts"
export { type RunQuery, readHead, readSnapshot, type SnapshotRun } from "./snapshot/readSnapshot.ts"
export {
  columnsOf,
  given,
  type InsertRows,
  type ListedRows,
  type NewRow,
  type NewRows,
  returningOf,
} from "./statements/manyRows.ts"
export type { Execute, ListQuery, Query, Rows, Run, Statements } from "./statements/Statements.ts"
export { datasetColumns, otherColumns } from "./stores/accounts/personColumns.ts"
export { homePattern } from "./stores/datasets/directory.ts"
export { labelPage, labelsetPattern } from "./stores/labels/labelQueries.ts"
export { endedNames, type Remember, rememberEnded } from "./stores/queue/claimEnds.ts"
