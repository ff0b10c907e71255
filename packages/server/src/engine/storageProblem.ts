/** Describes an unusable database in one sentence instead of a stack trace. */
import { StorageFailure } from "@annotary/core/effect"
import { CommandFailed } from "../cli/failures.ts"
import { getShortReason } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"

/** Returns undefined for other problems. */
export const toStorageProblem = (settings: Settings, problem: unknown): CommandFailed | undefined => {
  const { databaseUrl } = settings
  const failure = problem instanceof StorageFailure
  if (!failure && !isSqlite(problem)) return undefined
  if (failure && problem.operation === "connect")
    return new CommandFailed({ sentence: formatSentence(problem.cause), code })
  const files = failure && problem.operation.startsWith("BlobStore.")
  const place = files ? "The store of files" : `The database ${getDatabasePlace(databaseUrl)}`.trim()
  const during = failure ? ` (${problem.operation})` : ""
  return new CommandFailed({
    sentence: `${place} cannot be used: ${getInnermostReason(problem)}${during}.`,
    code,
  })
}

const code = "storage_unavailable"

const getDatabasePlace = (databaseUrl: Settings["databaseUrl"]): string => {
  if (databaseUrl._tag === "Memory") return ""
  return databaseUrl._tag === "Sqlite" ? databaseUrl.filename : databaseUrl.place
}

/** The failure of an unreachable storage already names the database and the reason. */
const formatSentence = (cause: unknown): string => {
  const reason = getShortReason(cause)
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`
}

/** Opening a file that is not a database throws before there is a storage. */
const isSqlite = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && String(problem.code).startsWith("SQLITE_")

/** The message of the innermost cause, which comes from the database. */
export const getInnermostReason = (problem: unknown): string => {
  let cause = problem
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return getShortReason(cause)
}
