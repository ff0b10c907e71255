/** The entry point for Effect users. */
export { type ClientOptions, sqliteClient } from "./client.ts"
export { folder } from "./FolderBlobStore.ts"
export { layer, layerFromClient, type SqliteOptions } from "./SqliteStorage.ts"
export { quickCheck } from "./worker.ts"
