/** Adapts an application's client to a connection of @effect/sql. */
import type * as SqlConnection from "@effect/sql/SqlConnection"
import * as SqlError from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import type { ClientBase, QueryConfig, QueryResult } from "pg"
import { valueTypes } from "../connection/valueTypes.ts"

export interface ClientConnection extends SqlConnection.Connection {
  /** The client, under the name that @effect/sql-pg uses. */
  readonly pg: ClientBase
}

export const toConnection = (client: ClientBase): ClientConnection => {
  const send = (text: string, params: ReadonlyArray<unknown>, more: object = {}) =>
    Effect.async<QueryResult, SqlError.SqlError>((resume) => {
      const config: QueryConfig = { text, values: [...params], types: valueTypes, ...more }
      client.query(config, (cause: Error | null, result) => {
        resume(
          cause === null || cause === undefined
            ? Effect.succeed(result)
            : Effect.fail(new SqlError.SqlError({ cause, message: "Failed to execute statement" })),
        )
      })
    })
  const execute: SqlConnection.Connection["execute"] = (text, params, transformRows) =>
    Effect.map(send(text, params), ({ rows }) => (transformRows === undefined ? rows : transformRows(rows)))
  return {
    pg: client,
    execute,
    executeUnprepared: execute,
    executeRaw: send,
    executeValues: (text, params) => Effect.map(send(text, params, { rowMode: "array" }), ({ rows }) => rows),
    executeStream: (text, params, transformRows) =>
      Stream.fromIterableEffect(execute(text, params, transformRows)),
  }
}
