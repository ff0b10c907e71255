/** Classifies failures of Citus, which reports some failures of its nodes as internal errors. */
import { type FailureKind, readErrorCode } from "@annotary/storage-sql"
import * as postgres from "../dialect/failure.ts"

const internal = "XX000"

export const classifyCitusFailure = (cause: unknown): FailureKind => {
  const kind = postgres.toPostgresFailure(cause)
  return kind === "final" && readErrorCode(cause) === internal && lost.test(readMessage(cause))
    ? "unavailable"
    : kind
}

/** A conflict between a row of a shard and one that Citus copies there is an internal error with Postgres's message. */
export const isUniqueViolation = (cause: unknown): boolean =>
  postgres.isUniqueViolation(cause) ||
  (readErrorCode(cause) === internal && duplicate.test(readMessage(cause)))

const duplicate = /^duplicate key value violates unique constraint/
/** Messages of libpq and of a node when the coordinator loses a node; with TLS, which Citus uses between nodes, in other words. */
const lost =
  /connection|server closed|terminating|shutting down|starting up|recovery mode|SSL SYSCALL error|SSL error|invalid socket|could not (?:receive data from|send data to) server/i

/** The driver's message, on the error or on one of its causes. */
const readMessage = (cause: unknown): string => {
  let at = cause
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    if ("code" in at) return at.message
    at = at.cause
  }
  return ""
}
