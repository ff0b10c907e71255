/** A client with its dialect, for tests of what is built on them. */
import { Layer } from "effect"
import { SqliteDialect } from "../src/dialect/SqliteDialect.ts"
import { type ClientOptions, sqliteClient } from "../src/effect.ts"

export const openDatabase = (options: ClientOptions) => Layer.merge(sqliteClient(options), SqliteDialect)
