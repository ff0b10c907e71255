import { getShortReason } from "../serve/dataDir.ts"

/** The message of the innermost cause, which comes from the database. */
export const getInnermostReason = (problem: unknown): string => {
  let cause = problem
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return getShortReason(cause)
}
