/** Maps the cause of a failure to a problem: expected failures by their class, all others to a 500 or a 503. */
import {
  formatViolations,
  InvalidInput,
  isDomainError,
  RequestsExceeded,
  StorageFailure,
  toWarningsJson,
  toWirePointer,
  type Violation,
} from "@annotary/core/effect"
import { Cause, Option } from "effect"
import { toMembers } from "../../api/problemMembers.ts"
import { type Problem, Refused } from "./problem.ts"
import { makeInternalError, unauthorized, unavailable } from "./refusals.ts"

/** Statuses of error classes that the endpoint does not declare. */
export type Statuses = Readonly<Record<string, number>>

/** The response to a failed request. */
export interface FailureReply {
  readonly problem: Problem
  /** Whether no endpoint declares this failure, so that it is logged. */
  readonly unexpected: boolean
}

/** The problem for a failed request. */
export const toProblem = (
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
    return { problem: error.transient ? unavailable : makeInternalError(requestId), unexpected: true }
  if (Cause.isInterruptedOnly(cause)) return { problem: unavailable, unexpected: true }
  const tag = Cause.isFailure(cause) ? findTag(error) : undefined
  const status = tag === undefined ? undefined : (declared.get(tag) ?? fallback[tag])
  if (error === undefined || tag === undefined || status === undefined)
    return { problem: makeInternalError(requestId), unexpected: true }
  return { problem: makeExpected(error, tag, status), unexpected: status >= 500 }
}

const findTag = (error: unknown): string | undefined => findText(error, "_tag")

const makeExpected = (error: unknown, tag: string, status: number): Problem => ({
  status,
  code: findText(error, "code") ?? toSnakeCase(tag),
  detail: getDetail(error),
  members: isDomainError(error) ? toMembers(error) : undefined,
  errors: findIssues(error),
  warnings:
    error instanceof InvalidInput && error.warnings !== undefined
      ? toWarningsJson(error.warnings).text
      : undefined,
  headers:
    status === 401
      ? unauthorized.headers
      : error instanceof RequestsExceeded
        ? makeRateHeaders(error)
        : status === 429 || status === 503
          ? unavailable.headers
          : undefined,
})

const makeRateHeaders = ({ limit, retryAfter }: RequestsExceeded) => ({
  "Retry-After": String(retryAfter),
  "RateLimit-Limit": String(limit),
  "RateLimit-Remaining": "0",
  "RateLimit-Reset": String(retryAfter),
})

/** The error's message, with the names of the API and the API call of its remedy if it has one. */
const getDetail = (error: unknown): string => {
  if (error instanceof InvalidInput) return formatViolations(toWireViolations(error.errors))
  const sentence = findText(error, "message") ?? ""
  return findText(error, "remedy") === "join" ? sentence.replace(/\.$/, ": POST …/join/.") : sentence
}

const findText = (value: unknown, key: string): string | undefined => {
  const member = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
  return typeof member === "string" && member !== "" ? member : undefined
}

const findIssues = (error: unknown): ReadonlyArray<Violation> | undefined => {
  const errors: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "errors") : undefined
  return Array.isArray(errors) ? toWireViolations(errors) : undefined
}

const toWireViolations = (errors: ReadonlyArray<unknown>): ReadonlyArray<Violation> =>
  errors.map((issue) => ({
    pointer: toWirePointer(toField(findText(issue, "pointer") ?? "")),
    message: findText(issue, "message") ?? "",
  }))

/** The settings of a dataset are fields of the dataset on the wire. */
const toField = (pointer: string): string => pointer.replace(/^\/settings(?=\/)/, "")

const toSnakeCase = (tag: string): string =>
  tag.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
