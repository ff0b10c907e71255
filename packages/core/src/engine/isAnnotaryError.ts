/** Identifies the errors of the engine in a `catch`, without Effect. */
import { errorClasses } from "../domain/errorList.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import { EngineMisused } from "./EngineMisused.ts"

const classes = { ...errorClasses, EngineMisused, StorageFailure } as const

/** The names of the engine's errors. */
export type AnnotaryErrorName = keyof typeof classes

/** All errors with which calls of the engine reject by design. */
export type AnnotaryError<Name extends AnnotaryErrorName = AnnotaryErrorName> = InstanceType<
  (typeof classes)[Name]
>

/**
 * Narrows an error: `isAnnotaryError(error)` for any error of the engine, `isAnnotaryError(error, "Conflict")` for one, with
 * typed fields.
 */
export const isAnnotaryError = <Name extends AnnotaryErrorName = AnnotaryErrorName>(
  error: unknown,
  name?: Name,
): error is AnnotaryError<Name> =>
  name === undefined
    ? Object.values(classes).some((known) => error instanceof known)
    : error instanceof classes[name]
