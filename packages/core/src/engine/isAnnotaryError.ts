/** Telling the engine's errors from all others, and from one another: what a `catch` of somebody who has no Effect needs. */
import * as errors from "../domain/errors.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import { EngineMisused } from "./EngineMisused.ts"

const classes = {
  Unauthorized: errors.Unauthorized,
  PermissionDenied: errors.PermissionDenied,
  NotFound: errors.NotFound,
  AlreadyExists: errors.AlreadyExists,
  InvalidInput: errors.InvalidInput,
  CollaboratorRefused: errors.CollaboratorRefused,
  Conflict: errors.Conflict,
  VersionMismatch: errors.VersionMismatch,
  UrlExpired: errors.UrlExpired,
  FileGone: errors.FileGone,
  TooLarge: errors.TooLarge,
  Unprocessable: errors.Unprocessable,
  LabelTooLarge: errors.LabelTooLarge,
  EngineMisused,
  StorageFailure,
} as const

export type AnnotaryErrorName = keyof typeof classes

/** Whatever a call of the engine rejects with by design. */
export type AnnotaryError<Name extends AnnotaryErrorName = AnnotaryErrorName> = InstanceType<
  (typeof classes)[Name]
>

/** `isAnnotaryError(error)` for any of them, `isAnnotaryError(error, "Conflict")` for one, whose fields are then typed. */
export const isAnnotaryError = <Name extends AnnotaryErrorName = AnnotaryErrorName>(
  error: unknown,
  name?: Name,
): error is AnnotaryError<Name> =>
  name === undefined
    ? Object.values(classes).some((known) => error instanceof known)
    : error instanceof classes[name]
