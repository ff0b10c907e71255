/** The entry point for Effect users. */
export { type ClientOptions, sqliteClient } from "./client.ts"
export { folder } from "./FolderBlobStore.ts"
export { quickCheck } from "./quickCheck.ts"
export { layer, layerFromClient, type SqliteOptions } from "./SqliteStorage.ts"
