/**
 * Runs calls of an engine inside a transaction that the application has begun on its own client. They commit or roll back with
 * the application's statements, and only the application ends the transaction.
 */
import { type Engine, type RunOptions, StorageFailure, type TransactionApi } from "@annotary/core"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { Context, Data, Effect, Exit, Layer } from "effect"
import type { ClientBase } from "pg"
import { readAtStart } from "../connection/startWait.ts"
import { toPostgresFailure } from "../dialect/failure.ts"
import { type ClientConnection, toConnection } from "./clientConnection.ts"

/** The engine's calls cannot run on the client. */
export class JoinRefused extends Data.TaggedError("JoinRefused")<{ readonly reason: string }> {
  override get message() {
    return `The transaction cannot be joined: ${this.reason}.`
  }
}

/**
 * Runs `body` in the client's open transaction: `joinTransaction(engine, client, async (tx) => …)`. When `body` throws, its
 * changes are rolled back and the client's transaction can continue.
 *
 * Rejects with {@link JoinRefused} when the client has no open transaction, when the isolation level of the transaction is not read
 * committed, or when the client's `search_path` does not lead to the engine's tables. At a higher isolation level, the transaction's
 * snapshot may be older than a concurrent configuration change, which would then miss labels that the transaction writes.
 */
export const joinTransaction = <A>(
  engine: Engine,
  client: ClientBase,
  body: (tx: TransactionApi) => Promise<A>,
  options: RunOptions = {},
): Promise<A> =>
  engine.transaction(body, { ...options, around: (transaction) => runJoined(client, transaction) })

const runJoined = <A, E, R>(
  client: ClientBase,
  transaction: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const connection = toConnection(client)
  const inside = Effect.provideService(transaction, SqlClient.TransactionConnection, [connection, 0] as const)
  return Effect.zipRight(check(connection), runInSavepoint(connection, inside))
}

const check = (connection: ClientConnection): Effect.Effect<void> =>
  Effect.gen(function* () {
    const own = yield* Effect.serviceOption(OwnTables)
    if (own._tag === "None") return yield* refuse("the engine is not on Postgres")
    if (connection.pg.getTransactionStatus?.() === "I") return yield* refuse("the client has not begun one")
    // An older snapshot does not see a concurrent configuration change, which would then miss labels that are written here.
    const [{ level } = { level: "" }] = yield* toDefect(
      connection.executeUnprepared("SELECT current_setting('transaction_isolation') AS level", [], undefined),
    )
    if (level !== "read committed") yield* refuse(`its isolation level is ${level}, not read committed`)
    const tables = yield* toDefect(identifyTables(connection))
    if (tables !== own.value) yield* refuse("the client's search_path does not lead to the engine's tables")
  })

const refuse = (reason: string): Effect.Effect<never> => Effect.die(new JoinRefused({ reason }))

/**
 * Runs an effect in a savepoint. Releasing the savepoint fails when a statement failed and its error was ignored: then the
 * savepoint is rolled back.
 */
const runInSavepoint = <A, E, R>(
  connection: ClientConnection,
  inside: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const run = (text: string) => connection.executeUnprepared(text, [], undefined)
  const undo = Effect.zipRight(
    run("ROLLBACK TO SAVEPOINT annotary_join"),
    run("RELEASE SAVEPOINT annotary_join"),
  )
  return Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* toDefect(run("SAVEPOINT annotary_join"))
      const exit = yield* Effect.exit(restore(inside))
      if (Exit.isSuccess(exit))
        yield* toDefect(Effect.tapError(run("RELEASE SAVEPOINT annotary_join"), () => Effect.ignore(undo)))
      // If this fails, the connection is broken and the whole transaction is rolled back.
      else yield* Effect.ignore(undo)
      return yield* exit
    }),
  )
}

const toDefect = <A>(effect: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A> =>
  Effect.catchAll(effect, ({ cause }) =>
    Effect.die(
      new StorageFailure({
        operation: "joinTransaction",
        transient: toPostgresFailure(cause) !== "final",
        cause,
      }),
    ),
  )

export class OwnTables extends Context.Tag("@annotary/storage-postgres/OwnTables")<OwnTables, string>() {
  /** The database must have been migrated. */
  static readonly layer = (startWaitMillis: number): Layer.Layer<OwnTables, never, SqlClient.SqlClient> =>
    Layer.effect(
      OwnTables,
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.scoped(Effect.flatMap(sql.reserve, identifyTables)),
      ).pipe(readAtStart("identify the tables", startWaitMillis)),
    )
}

/** Identifies the tables to which a connection leads: its database, and the id of one of Annotary's tables if it finds it. */
const identifyTables = (connection: SqlConnection.Connection): Effect.Effect<string, SqlError.SqlError> =>
  Effect.map(connection.execute(tablesText, [], undefined), ([row]) => String(row?.tables))

const tablesText = `SELECT concat_ws(' ', current_database(), CAST(CAST(to_regclass('annotary_migrations') AS oid) AS text)) AS tables`
