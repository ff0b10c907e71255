/** Errors as the events of components report them. */
import { ApiError, Unreachable } from "../api/problem.ts"
import type { FailureEvent } from "./types.ts"

export const toFailure = (error: unknown): FailureEvent => {
  if (error instanceof ApiError) {
    const { code, detail, request_id: requestId, status } = error.problem
    return { code, status, message: detail, requestId }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Unreachable)) return makeUnknownFailure(message)
  // A function for the token that throws is not a server that does not answer, but to the person it is the same.
  const cause = error.cause instanceof Error ? error.cause.message : message
  return { code: "unreachable", status: undefined, message: cause, requestId: undefined }
}

const makeUnknownFailure = (message: string): FailureEvent => ({
  code: "unknown",
  status: undefined,
  message,
  requestId: undefined,
})
