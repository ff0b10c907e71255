/** The entry point for Effect users. */
export { copyDatabase, type DatabaseCopy, fileKeysOf, newestMigration, schemaOf } from "./backup.ts"
export { type ClientOptions, sqliteClient } from "./client.ts"
export { folder } from "./FolderBlobStore.ts"
export { layer, layerFromClient, type SqliteOptions } from "./SqliteStorage.ts"
export { integrityCheck, quickCheck } from "./worker.ts"
