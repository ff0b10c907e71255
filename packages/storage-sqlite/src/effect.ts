/** The door for Effect users. */
export { type ClientOptions, sqliteClient } from "./client.ts"
export { layer, type SqliteOptions } from "./SqliteStorage.ts"
