/** Describes an unusable database in one sentence instead of a stack trace. */
import { StorageFailure } from "@annotary/core/effect"
import { Cause, Runtime } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { getInnermostReason } from "../cli/innermostReason.ts"
import { findDatabase } from "../databases/databases.ts"
import { getShortReason } from "../serve/dataDir.ts"
import type { Settings } from "../settings/settings.ts"

/** Returns undefined for other problems. */
export const toStorageProblem = (settings: Settings, problem: unknown): CommandFailed | undefined => {
  const database = findDatabase(settings)
  const failure = problem instanceof StorageFailure
  if (!failure && !database.isDriverError(problem)) return undefined
  if (failure && problem.operation === "connect")
    return new CommandFailed({ sentence: formatSentence(problem.cause), code })
  if (failure && problem.operation.startsWith("BlobStore.")) return toFileStoreProblem(problem)
  const place = `The database ${database.place}`.trim()
  const during = failure ? ` (${problem.operation})` : ""
  return new CommandFailed({
    sentence: `${place} cannot be used: ${getInnermostReason(problem)}${during}.`,
    code,
  })
}

/** Describes files that cannot be stored or read, such as those of a full disk. */
export const toFileStoreProblem = (failure: StorageFailure): CommandFailed =>
  new CommandFailed({
    sentence: `The store of files cannot be used: ${getInnermostReason(failure)} (${failure.operation}).`,
    code,
  })

/** The failure of the storage among the causes of a problem. */
export const findStorageFailure = (problem: unknown): StorageFailure | undefined => {
  const failure = Runtime.isFiberFailure(problem)
    ? Cause.squash(problem[Runtime.FiberFailureCauseId])
    : problem
  return failure instanceof StorageFailure ? failure : undefined
}

const code = "storage_unavailable"

/** The failure of an unreachable storage already names the database and the reason. */
const formatSentence = (cause: unknown): string => {
  const reason = getShortReason(cause)
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`
}
