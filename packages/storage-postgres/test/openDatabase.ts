/** A client with its dialect, for tests of what is built on them. */
import { Layer } from "effect"
import { PostgresDialect } from "../src/dialect/PostgresDialect.ts"
import { type PostgresOptions, postgresClient } from "../src/effect.ts"

export const openDatabase = (options: PostgresOptions) =>
  Layer.merge(postgresClient(options), PostgresDialect)
