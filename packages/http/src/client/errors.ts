/**
 * The errors of a call. A problem with a code of the engine becomes the engine's error; every other one becomes an {@link
 * ApiProblem}. {@link findProblem} returns the problem in both cases.
 */
import {
  type DomainError,
  type DomainErrorName,
  errorClasses,
  listErrorExamples,
  type ShownWarning,
} from "@annotary/core/effect"
import { Data, Option, Schema } from "effect"
import { readFields } from "../api/problemMembers.ts"
import type { Problem } from "../api/records/problem.ts"
import { warningOf } from "./warnings.ts"

/** The problem in an error response, with its members such as `resource` and `limit`. */
export interface ProblemDetails extends Omit<typeof Problem.Type, "type" | "title" | "request_id"> {
  readonly requestId: string | undefined
  /** The wait requested by `Retry-After`. */
  readonly retryAfterMillis: number | undefined
}

/** An error response that is not one of the engine's errors: too many requests, an unavailable server, a gateway's response. */
export class ApiProblem extends Data.TaggedError("ApiProblem")<ProblemDetails> {
  override get message() {
    return this.detail
  }
}

/** No response, or only a part of one. Whether the request was carried out is unknown. */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{ readonly cause: unknown }> {
  get code() {
    return "connection_failed"
  }
  override get message() {
    return "The server did not answer."
  }
}

/** The call took longer than its `timeoutMillis`, over all attempts. */
export class TimedOut extends Data.TaggedError("TimedOut")<{ readonly timeoutMillis: number }> {
  get code() {
    return "timed_out"
  }
  override get message() {
    return `There was no answer within ${this.timeoutMillis} ms.`
  }
}

/** Errors that every call may fail with, in addition to those that its endpoint declares. */
export type ClientError = ApiProblem | ConnectionFailed | TimedOut

/** Every error of a call: an error of the engine, or a {@link ClientError}. */
export type ApiError = DomainError | ClientError
/** The names of all errors, which are their tags. */
export type ApiErrorName = ApiError["_tag"]

const classes = { ...errorClasses, ApiProblem, ConnectionFailed, TimedOut } satisfies {
  readonly [Name in ApiErrorName]: unknown
}

/**
 * Whether a value is an error of the API: `isApiError(error)` for any, `isApiError(error, "Conflict")` for one with typed
 * fields.
 */
export const isApiError = <Name extends ApiErrorName = ApiErrorName>(
  error: unknown,
  name?: Name,
): error is Extract<ApiError, { readonly _tag: Name }> =>
  name === undefined
    ? Object.values(classes).some((known) => error instanceof known)
    : error instanceof classes[name]

/** Whether a call failed with this code: `hasCode(error, "dataset_not_found")`. */
export const hasCode = (error: unknown, code: string): error is ApiError =>
  isApiError(error) && error.code === code

const problems = new WeakMap<object, ProblemDetails>()

/** The problem that the server sent: status, code, detail and request id. Undefined when there was no response. */
export const findProblem = (error: unknown): ProblemDetails | undefined =>
  typeof error === "object" && error !== null ? problems.get(error) : undefined

/** The error of a problem, by its code and with its members. */
export const toApiError = (problem: ProblemDetails): DomainError | ApiProblem => {
  const error = toDomainError(problem) ?? new ApiProblem(problem)
  problems.set(error, problem)
  return error
}

const toDomainError = (problem: ProblemDetails): DomainError | undefined => {
  const name = namesByCode.get(problem.code)
  if (name === undefined) return undefined
  const { code, errors, warnings } = problem
  const members = {
    ...readFields(name, { ...problem }),
    ...(errors === undefined ? {} : { errors }),
    ...(warnings === undefined ? {} : { warnings: toShownWarnings(warnings) }),
  }
  return Option.getOrUndefined(decodeError({ ...members, _tag: name, code }))
}

const decodeError = Schema.decodeUnknownOption(Schema.Union(...Object.values(errorClasses)))

const namesByCode: ReadonlyMap<string, DomainErrorName> = new Map(
  listErrorExamples().map(({ _tag, code }) => [code, _tag]),
)

const toShownWarnings = (warnings: ReadonlyArray<unknown>): ReadonlyArray<ShownWarning> =>
  warnings.flatMap((warning) => Option.toArray(warningOf(warning)))
