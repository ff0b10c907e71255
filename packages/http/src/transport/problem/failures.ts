/** Maps the cause of a failure to a problem: expected failures by their class, all others to a 500 or a 503. */
import {
  InvalidInput,
  isDomainError,
  RequestsExceeded,
  StorageFailure,
  type Violation,
  warningsJson,
  wirePointer,
} from "@annotary/core/effect"
import { Cause, Option } from "effect"
import { membersOf } from "../../api/problemMembers.ts"
import { type Problem, Refused } from "./problem.ts"
import { internalError, unauthorized, unavailable } from "./refusals.ts"

/** Statuses of error classes that the endpoint does not declare. */
export type Statuses = Readonly<Record<string, number>>

/** The response to a failed request. */
export interface FailureReply {
  readonly problem: Problem
  /** Whether no endpoint declares this failure, so that it is logged. */
  readonly unexpected: boolean
}

/** The problem for a failed request. */
export const problemOfCause = (
  cause: Cause.Cause<unknown>,
  declared: ReadonlyMap<string, number>,
  fallback: Statuses,
  requestId: string,
): FailureReply => {
  const error = Option.getOrElse(Cause.failureOption(cause), () =>
    Option.getOrUndefined(Cause.dieOption(cause)),
  )
  if (error instanceof Refused) return { problem: error.problem, unexpected: false }
  if (error instanceof StorageFailure)
    return { problem: error.transient ? unavailable : internalError(requestId), unexpected: true }
  if (Cause.isInterruptedOnly(cause)) return { problem: unavailable, unexpected: true }
  const tag = Cause.isFailure(cause) ? tagOf(error) : undefined
  const status = tag === undefined ? undefined : (declared.get(tag) ?? fallback[tag])
  if (error === undefined || tag === undefined || status === undefined)
    return { problem: internalError(requestId), unexpected: true }
  return { problem: expected(error, tag, status), unexpected: status >= 500 }
}

const tagOf = (error: unknown): string | undefined => text(error, "_tag")

const expected = (error: unknown, tag: string, status: number): Problem => ({
  status,
  code: text(error, "code") ?? snake(tag),
  detail: detailOf(error),
  members: isDomainError(error) ? membersOf(error) : undefined,
  errors: issuesIn(error),
  warnings:
    error instanceof InvalidInput && error.warnings !== undefined
      ? warningsJson(error.warnings).text
      : undefined,
  headers:
    status === 401
      ? unauthorized.headers
      : error instanceof RequestsExceeded
        ? rateHeaders(error)
        : status === 429 || status === 503
          ? unavailable.headers
          : undefined,
})

const rateHeaders = ({ limit, retryAfter }: RequestsExceeded) => ({
  "Retry-After": String(retryAfter),
  "RateLimit-Limit": String(limit),
  "RateLimit-Remaining": "0",
  "RateLimit-Reset": String(retryAfter),
})

/** The error's message, with the API call of its remedy if it has one. */
const detailOf = (error: unknown): string => {
  const sentence = text(error, "message") ?? ""
  return text(error, "remedy") === "join" ? sentence.replace(/\.$/, ": POST …/join/.") : sentence
}

const text = (value: unknown, key: string): string | undefined => {
  const found = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === "string" && found !== "" ? found : undefined
}

const issuesIn = (error: unknown): ReadonlyArray<Violation> | undefined => {
  const found: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "errors") : undefined
  if (!Array.isArray(found)) return undefined
  return found.map((issue) => ({
    pointer: wirePointer(text(issue, "pointer") ?? ""),
    message: text(issue, "message") ?? "",
  }))
}

const snake = (tag: string): string =>
  tag.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
