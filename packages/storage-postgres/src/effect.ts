/** The entry point for Effect users. */
export { layerClient, layerPool, PostgresPool, postgresClient } from "./connection/client.ts"
export type { FileOptions, PoolOptions, PostgresOptions } from "./options.ts"
export { layer, layerFromClient } from "./PostgresStorage.ts"
