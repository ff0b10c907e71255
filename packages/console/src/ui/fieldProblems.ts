/** The messages of an error by the fields that they are about. */
import { ApiError } from "../api/problem.ts"

/** A message of the API and the field that its pointer leads to: `/name` is the field `name`. Empty for errors of other kinds. */
export const readFieldProblems = (
  error: unknown,
): ReadonlyArray<{ readonly field: string; readonly message: string }> =>
  (error instanceof ApiError ? (error.problem.errors ?? []) : []).map(({ message, pointer }) => ({
    field: pointer.split("/")[1] ?? "",
    message: toSentence(message),
  }))

/** A clause of the API, such as "must be at least 0", as a sentence that stands below a field. */
export const toSentence = (clause: string): string =>
  clause === ""
    ? ""
    : `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${/[.!?…]$/.test(clause) ? "" : "."}`

/** The way of a pointer in words: `/rate_limit` is "rate limit", `/actions/0/value` is "actions › 1 › value". Empty for the whole input. */
export const formatFieldPath = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step.replaceAll("_", " ")))
    .join(" › ")
