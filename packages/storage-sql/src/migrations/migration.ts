/** A migration: its statements in order, written with the words of the dialect. Never edited once released. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"

export type Migration = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Dialect>

export const makeMigration = (statements: (dialect: DialectShape) => ReadonlyArray<string>): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements(yield* Dialect)) yield* sql.unsafe(statement)
  })

/**
 * A migration that builds indexes on tables with many rows, while others write to them. It has no other statements: those
 * would keep their locks until all indexes are built. `on` is what follows `ON`.
 */
export const makeIndexMigration = (
  built: ReadonlyArray<{ readonly name: string; readonly on: string }>,
): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    for (const { name, on } of built) yield* dialect.buildIndex(sql, name, on)
  })
