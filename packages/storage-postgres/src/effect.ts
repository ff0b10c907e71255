/** The entry point for Effect users. */
export { type DatabaseCopy, listFileKeys, openCopy, readSchema } from "./backup/openCopy.ts"
export { newestMigration, restoreTables, SchemaInUse, type TablesToRestore } from "./backup/restoreTables.ts"
export type { TableCopy } from "./backup/session.ts"
export { type Distribution, DistributionRefused } from "./citus/distribute.ts"
export { distributeTables } from "./citus/distributeTables.ts"
export { layerClient, layerPool, PostgresPool, postgresClient } from "./connection/client.ts"
export type { FileOptions, PoolOptions, PostgresOptions } from "./options.ts"
export { layer, layerFromClient } from "./PostgresStorage.ts"
