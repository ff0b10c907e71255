/** One sentence for a database that cannot be used, in place of a stack trace. */
import { StorageFailure } from "@annotary/core/effect"
import { CommandFailed } from "../cli/failures.ts"
import { shortReason } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"

/** Undefined when it is something else. */
export const storageProblem = (settings: Settings, problem: unknown): CommandFailed | undefined => {
  const { databaseUrl } = settings
  const failure = problem instanceof StorageFailure
  if (!failure && !isSqlite(problem)) return undefined
  const place = databaseUrl._tag === "Sqlite" ? `The database ${databaseUrl.filename}` : "The database"
  const during = failure ? ` (${problem.operation})` : ""
  return new CommandFailed({ sentence: `${place} cannot be used: ${innermost(problem)}${during}.` })
}

/** Opening a file that is no database throws before there is a storage. */
const isSqlite = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && String(problem.code).startsWith("SQLITE_")

/** The innermost cause is what the database said. */
const innermost = (problem: unknown): string => {
  let cause = problem
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return shortReason(cause)
}
