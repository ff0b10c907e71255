/** Telling the engine's errors from all others, and from one another: what a `catch` of somebody who has no Effect needs. */
import { errorClasses } from "../domain/errorList.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import { EngineMisused } from "./EngineMisused.ts"

const classes = { ...errorClasses, EngineMisused, StorageFailure } as const

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
