/** What a SQL storage package builds on. */

export { postgresClaimStatements, postgresNextClaim } from "./claimStatements.postgres.ts"
export { type ClaimStatement, claimStatements } from "./claimStatements.ts"
export { Database, type DatabaseShape } from "./Database.ts"
export { type Dialect, dialectOf, type FailureKind } from "./Dialect.ts"
export { migrate } from "./migrate.ts"
export { type Migrations, migrations } from "./migrations/index.ts"
export { type Migration, migration } from "./migrations/migration.ts"
export { postgresFailure } from "./postgresFailure.ts"
export { type SqlPorts, SqlStorage } from "./SqlStorage.ts"
export { type RunQuery, readHead, readSnapshot, type SnapshotRun } from "./snapshot/readSnapshot.ts"
