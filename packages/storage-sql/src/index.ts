/** The parts that a storage package for one SQL database builds on. */
export { Database, type DatabaseShape } from "./database/Database.ts"
export { codeOf } from "./database/errorCode.ts"
export { insideTransaction } from "./database/failures.ts"
export { layerNotifierAtCommit } from "./database/notifierAtCommit.ts"
export { atEnd, type Ending } from "./database/transactionEnd.ts"
export type { ClaimOperations, View, ViewRequest } from "./dialect/ClaimOperations.ts"
export {
  type ClaimPass,
  type DeliveryOperations,
  type EventGroup,
  maxRowsOfEndpoint,
} from "./dialect/DeliveryOperations.ts"
export {
  Dialect,
  type DialectShape,
  type DialectWords,
  type FailureKind,
  type Retry,
} from "./dialect/Dialect.ts"
export { given, type ListedRows } from "./dialect/ListedRows.ts"
export { type Migrations, migrations } from "./migrations/index.ts"
export { migrate } from "./migrations/migrate.ts"
export { type Migration, migration } from "./migrations/migration.ts"
export { noDataset } from "./rows/accounts.ts"
export { nullable, number, type Primitive, type RawRow, text, toNumber } from "./rows/columns.ts"
export { outboxEvents } from "./rows/files.ts"
export { claimNames, claims, freed, placeNames, queueNumber } from "./rows/queue.ts"
export { all, count } from "./rows/results.ts"
export { currentContent } from "./rows/stagedLabels.ts"
export { datasetWord, deliveries, endpointId, spaced } from "./rows/webhooks.ts"
export { type SqlPorts, SqlStorage } from "./SqlStorage.ts"
export { type RunQuery, readHead, readSnapshot, type SnapshotRun } from "./snapshot/readSnapshot.ts"
export {
  columnsOf,
  type InsertRows,
  type NewRow,
  type NewRows,
  returningOf,
} from "./statements/insertRows.ts"
export type { Execute, ListQuery, Query, Rows, Run } from "./statements/query.ts"
export type { Statements } from "./statements/Statements.ts"
export { labelPage } from "./stores/labels/labelPage.ts"
export { endedNames, type Remember, rememberEnded } from "./stores/queue/claimEnds.ts"
export { newDelivery, subscribes } from "./stores/webhooks/statements.ts"
