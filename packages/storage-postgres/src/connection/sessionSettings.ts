/**
 * The settings of a session that statements depend on. A database, a role or a pool may have other defaults. Annotary's own
 * connections set them; those of the application's pool, and of poolers in transaction mode, are checked at the start.
 */
import { StorageFailure } from "@annotary/core/effect"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describeReason, isRefusal } from "./reasons.ts"
import { readAtStart } from "./startWait.ts"

/**
 * The settings of Annotary's own connections, as start options. Limits on locks would fail requests that wait for each other; the
 * limit on statements covers them.
 */
export const startSettings: string = Object.entries({
  default_transaction_isolation: "read committed",
  lock_timeout: "0",
  DateStyle: "ISO",
  TimeZone: "UTC",
  standard_conforming_strings: "on",
  array_nulls: "on",
  extra_float_digits: "3",
})
  .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
  .join(" ")

/**
 * The first statement of a transaction that a client has begun with the default isolation level. At a higher level, a statement would
 * not see rows that were committed while it waited for a lock.
 */
export const readCommitted = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"

interface SessionRow {
  readonly schema: string | null
  readonly read_only: string
  readonly array_nulls: string
  readonly float_digits: string
  readonly replication: string
}

const read = `SELECT current_schema() AS schema,
  current_setting('default_transaction_read_only') AS read_only,
  current_setting('array_nulls') AS array_nulls,
  current_setting('extra_float_digits') AS float_digits,
  current_setting('session_replication_role') AS replication`

/** The problem of the first setting with which statements fail or values change. */
export const findWrongSetting = (row: SessionRow): string | undefined => {
  if (row.schema === null || /^pg_/.test(row.schema))
    return "the search_path of the connections leads to no schema in which tables can be made"
  if (row.read_only === "on") return readOnlyByDefault
  if (row.array_nulls !== "on") return describeMismatch("array_nulls", row.array_nulls, "on")
  if (Number(row.float_digits) < 1) return describeMismatch("extra_float_digits", row.float_digits, "1")
  if (row.replication === "replica")
    return describeMismatch("session_replication_role", row.replication, "origin")
  return undefined
}

/** The reason of a database that could be written, but whose sessions may not. */
export const readOnlyByDefault =
  "default_transaction_read_only is on for its sessions, so that nothing can be written"

const describeMismatch = (name: string, value: string, wanted: string): string =>
  `the setting ${name} of the connections is ${value}, and Annotary needs ${wanted}: set it for the role (ALTER ROLE … SET ${name} = ${wanted}), or in the options of the pool`

/** Refuses connections with which statements would fail or values would change, by the name of the setting. */
export const checkSettings = (startWaitMillis: number): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(tryTransaction(sql), sql.unsafe<SessionRow>(read)),
  ).pipe(
    readAtStart("read the settings of the connections", startWaitMillis),
    Effect.flatMap(([row]) => {
      const wrong = row === undefined ? undefined : findWrongSetting(row)
      return wrong === undefined ? Effect.void : refuseConnections(wrong)
    }),
  )

/** An empty transaction, which a pooler of single statements refuses by closing the connection: a rollback would hide its reason. */
const tryTransaction = (sql: SqlClient.SqlClient) =>
  Effect.scoped(
    Effect.flatMap(sql.reserve, (connection) =>
      // Never one without the other: the connection may be one of the application's pool.
      Effect.uninterruptible(
        Effect.forEach(["BEGIN", "COMMIT"], (statement) =>
          connection.executeUnprepared(statement, [], undefined),
        ),
      ),
    ),
  ).pipe(Effect.catchIf(isRefusal, (error) => refuseConnections(describeReason(error))))

const refuseConnections = (reason: string) =>
  Effect.die(new StorageFailure({ operation: "connect", transient: false, cause: new Error(reason) }))
