/** What a failed statement on Postgres means for the caller: by its SQLSTATE, by Node's code, or by the driver's words. */
import { codeOf, type FailureKind } from "@annotary/storage-sql"
import * as SqlError from "@effect/sql/SqlError"

export const postgresFailure = (cause: unknown): FailureKind => {
  const code = codeOf(cause)
  if (conflicts.test(code) || isOutdatedPlan(cause)) return "conflict"
  return states.test(code) || node.test(code) || connectFailed(cause) || isLostConnection(cause)
    ? "unavailable"
    : "final"
}

export const isUniqueViolation = (cause: unknown): boolean => codeOf(cause) === "23505"

/** Like a failed serialization, which it is. */
export const conflict = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({ cause: Object.assign(new Error(message), { code: "40001" }) })

/**
 * Serialization and deadlock; and a prepared statement that the session does not know (26000) or knows already (42P05), which
 * @annotary/storage-postgres will not meet again. Of all of them nothing was done.
 */
const conflicts = /^(40001|40P01|26000|42P05)$/

/**
 * 08: connection; 28, 3D000: password or database, changed behind our back; 40003: nobody knows whether it was done; 53: out of
 * connections, memory or disk; 55P03, 57014: waited too long; 57P: shutting down; 58: disk; 25006: a read-only standby; 25P03,
 * 25P04: the transaction stood still, or took too long.
 */
const states = /^(08|28|3D000|40003|53|55P03|57|58|25006|25P0[34])/

/** The network and the system, and what is wrong with a certificate. */
const node =
  /^(ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)(DOWN|UNREACH)|ENOTFOUND|EAI_|EMFILE|ENFILE|EPROTO|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** The driver says these without a code. */
const driver = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client was closed and is not queryable",
  "Client has encountered a connection error and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "The server does not support SSL connections",
  "There was an error establishing an SSL connection",
]

const isLostConnection = (cause: unknown): boolean =>
  cause instanceof Error && driver.some((words) => cause.message.startsWith(words))

/** Another process changed a table that a prepared statement reads. */
const isOutdatedPlan = (cause: unknown): boolean =>
  codeOf(cause) === "0A000" && member(cause, "routine") === "RevalidateCachedQuery"

/** Whatever it was, such as a Unix socket that is not there. */
const connectFailed = (cause: unknown): boolean => member(cause, "syscall") === "connect"

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
