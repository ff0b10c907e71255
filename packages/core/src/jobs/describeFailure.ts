/** Reasons of failed jobs for users, where the storage or the system is at fault. Messages of the system may name files of the server. */
import { Cause, Chunk, Runtime } from "effect"
import { StorageFailure } from "../storage/StorageFailure.ts"

/** Codes of the system, SQLite and Postgres whose meaning an operator can act on. */
const meanings: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left",
  EDQUOT: "no space is left",
  SQLITE_FULL: "no space is left",
  "53100": "no space is left",
  EROFS: "the file system is read-only",
  SQLITE_READONLY: "the file system is read-only",
  EACCES: "permission denied",
}

/** Finds the meaning of an error's code, or of the codes of its causes. */
export const findSystemMeaning = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > 10) return undefined
  const code = "code" in error ? String(error.code) : ""
  return meanings[code] ?? findSystemMeaning(error.cause, depth + 1)
}

/** The error itself, out of what a fiber rejects with. */
const unwrap = (error: unknown): unknown =>
  Runtime.isFiberFailure(error) ? Cause.squash(error[Runtime.FiberFailureCauseId]) : error

/** Describes a failure of the storage, for what fails with it in a Promise; undefined for other errors. */
export const describeStorageFailure = (error: unknown): string | undefined => {
  const failure = unwrap(error)
  return failure instanceof StorageFailure ? (describeKnown(failure) ?? unexpected) : undefined
}

/** Describes why a job failed unexpectedly. */
export const describeUnexpected = (cause: Cause.Cause<unknown>): string => {
  for (const defect of Chunk.toReadonlyArray(Cause.defects(cause))) {
    const reason = describeKnown(unwrap(defect))
    if (reason !== undefined) return reason
  }
  return unexpected
}

const describeKnown = (defect: unknown): string | undefined => {
  const meaning = findSystemMeaning(defect)
  if (meaning === undefined) return undefined
  if (!(defect instanceof StorageFailure)) return `The server could not read or write a file: ${meaning}.`
  const place = defect.operation.startsWith("BlobStore.") ? "store of files" : "database"
  return `The ${place} cannot be used: ${meaning} (${defect.operation}).`
}

const unexpected = "An unexpected failure; the log of the server says more."
