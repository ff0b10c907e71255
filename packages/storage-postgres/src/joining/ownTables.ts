/** Identifies the tables of an engine, to check whether another connection leads to the same tables. */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"

export class OwnTables extends Context.Tag("@annotary/storage-postgres/OwnTables")<OwnTables, string>() {
  /** The database must have been migrated. */
  static readonly layer: Layer.Layer<OwnTables, never, SqlClient.SqlClient> = Layer.effect(
    OwnTables,
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.scoped(Effect.flatMap(sql.reserve, tablesOf))).pipe(
      Effect.orDie,
    ),
  )
}

/** Identifies the tables to which a connection leads: its database, and the id of one of Annotary's tables if it finds it. */
export const tablesOf = (connection: SqlConnection.Connection): Effect.Effect<string, SqlError.SqlError> =>
  Effect.map(connection.execute(tablesText, [], undefined), ([row]) => String(row?.tables))

const tablesText = `SELECT concat_ws(' ', current_database(), CAST(CAST(to_regclass('annotary_migrations') AS oid) AS text)) AS tables`
