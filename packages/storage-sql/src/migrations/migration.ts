/** How a migration is written: its statements in order, in the words of the database it runs on. Never edited once released. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Dialect, dialectOf } from "../dialect/Dialect.ts"

export type Migration = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

export const migration = (statements: (dialect: Dialect) => ReadonlyArray<string>): Migration =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements(dialectOf(sql)), (statement) => sql.unsafe(statement), { discard: true }),
  )
