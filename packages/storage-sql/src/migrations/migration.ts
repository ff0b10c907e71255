/** A migration: its statements in order, written with the words of the dialect. Never edited once released. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Dialect, type DialectShape } from "../dialect/Dialect.ts"

export type Migration = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Dialect>

export const migration = (statements: (dialect: DialectShape) => ReadonlyArray<string>): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements(yield* Dialect)) yield* sql.unsafe(statement)
  })
