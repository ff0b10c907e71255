/** The entry point for Effect users. */
export { copyDatabase, type DatabaseCopy, listFileKeys, newestMigration, readSchema } from "./backup.ts"
export { type ClientOptions, sqliteClient } from "./client.ts"
export { folder } from "./FolderBlobStore.ts"
export { openAccountStorage } from "./SqliteAccountStorage.ts"
export { layer, layerFromClient, type SqliteOptions } from "./SqliteStorage.ts"
export { runIntegrityCheck, runQuickCheck } from "./worker.ts"
