/** Classifies failed statements of Postgres by SQLSTATE, by Node's code, or by the driver's message. */
import { type FailureKind, readErrorCode } from "@annotary/storage-sql"
import * as SqlError from "@effect/sql/SqlError"

export const toPostgresFailure = (cause: unknown): FailureKind => {
  const code = readErrorCode(cause)
  if (conflicts.test(code) || isOutdatedPlan(cause)) return "conflict"
  return states.test(code) || node.test(code) || connectFailed(cause) || isLostConnection(cause)
    ? "unavailable"
    : "final"
}

export const isUniqueViolation = (cause: unknown): boolean => readErrorCode(cause) === "23505"

/** A failure with the SQLSTATE of a serialization failure. */
export const makeConflict = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({ cause: Object.assign(new Error(message), { code: "40001" }) })

/**
 * Serialization failure, deadlock, and prepared statements that the session does not know (26000) or already has (42P05), which
 * are renamed for the next attempt. None of these statements had an effect.
 */
const conflicts = /^(40001|40P01|26000|42P05)$/

/**
 * 08: connection; 28, 3D000: password or database, changed while running; 40003: completion unknown; 53: out of connections,
 * memory or disk; 55P03, 57014: lock or statement timeout; 57P: shutting down; 58: disk; 25006: read-only standby; 25P03, 25P04:
 * idle or transaction timeout.
 */
const states = /^(08|28|3D000|40003|53|55P03|57|58|25006|25P0[34])/

/** Codes of the network, of the system, and of certificate checks. */
const node =
  /^(ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)(DOWN|UNREACH)|ENOTFOUND|EAI_|EMFILE|ENFILE|EPROTO|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Messages of the driver that have no code. */
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

/** Whether another process altered a table that a prepared statement reads. */
const isOutdatedPlan = (cause: unknown): boolean =>
  readErrorCode(cause) === "0A000" && getMember(cause, "routine") === "RevalidateCachedQuery"

/** Whether connecting failed, whatever the code, for example because a Unix socket does not exist. */
const connectFailed = (cause: unknown): boolean => getMember(cause, "syscall") === "connect"

const getMember = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
