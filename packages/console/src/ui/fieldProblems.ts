/** The messages of an error by the fields that they are about. */
import { ApiError } from "../api/problem.ts"

/** A message of the API and the field that its pointer leads to: `/name` is the field `name`. Empty for errors of other kinds. */
export const readFieldProblems = (
  error: unknown,
): ReadonlyArray<{ readonly field: string; readonly message: string }> =>
  (error instanceof ApiError ? (error.problem.errors ?? []) : []).map(({ message, pointer }) => ({
    field: pointer.split("/")[1] ?? "",
    message,
  }))
