/** Describes an unusable database in one sentence instead of a stack trace. */
import { StorageFailure } from "@annotary/core/effect"
import { CommandFailed } from "../cli/failures.ts"
import { shortReason } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"

/** Returns undefined for other problems. */
export const storageProblem = (settings: Settings, problem: unknown): CommandFailed | undefined => {
  const { databaseUrl } = settings
  const failure = problem instanceof StorageFailure
  if (!failure && !isSqlite(problem)) return undefined
  if (failure && problem.operation === "connect")
    return new CommandFailed({ sentence: sentenceOf(problem.cause), code })
  const files = failure && problem.operation.startsWith("BlobStore.")
  const place = files ? "The store of files" : `The database ${placeOf(databaseUrl)}`.trim()
  const during = failure ? ` (${problem.operation})` : ""
  return new CommandFailed({ sentence: `${place} cannot be used: ${innermost(problem)}${during}.`, code })
}

const code = "storage_unavailable"

const placeOf = (databaseUrl: Settings["databaseUrl"]): string => {
  if (databaseUrl._tag === "Memory") return ""
  return databaseUrl._tag === "Sqlite" ? databaseUrl.filename : databaseUrl.place
}

/** The failure of an unreachable storage already names the database and the reason. */
const sentenceOf = (cause: unknown): string => {
  const reason = shortReason(cause)
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`
}

/** Opening a file that is not a database throws before there is a storage. */
const isSqlite = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && String(problem.code).startsWith("SQLITE_")

/** The message of the innermost cause, which comes from the database. */
export const innermost = (problem: unknown): string => {
  let cause = problem
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return shortReason(cause)
}
