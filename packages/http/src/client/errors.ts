/**
 * What a call fails with. A problem that stands for an error of the engine becomes that very error again, by its code; all
 * others are an {@link ApiProblem}. Either way {@link problemOf} tells what the server said.
 */
import type { ShownWarning } from "@annotary/core/effect"
import { Data, Option, Schema } from "effect"
import { type DomainError, type DomainErrorName, errorClasses, errorExamples } from "../api/errorList.ts"
import { fieldsIn } from "../api/problemMembers.ts"
import type { Problem } from "../api/records/problem.ts"
import { warningOf } from "./warnings.ts"

/** What a server answered instead of what was asked for: the members of its problem, such as `resource` and `limit`. */
export interface ProblemDetails extends Omit<typeof Problem.Type, "type" | "title" | "request_id"> {
  readonly requestId: string | undefined
  /** Of `Retry-After`: how long the server asks to be left alone. */
  readonly retryAfterMillis: number | undefined
}

/** An answer that is none of the engine's errors: too many requests, a server that is away, a gateway in between. */
export class ApiProblem extends Data.TaggedError("ApiProblem")<ProblemDetails> {
  override get message() {
    return this.detail
  }
}

/** No answer, or only a part of one: whether the request was carried out is not known. */
export class ConnectionFailed extends Data.TaggedError("ConnectionFailed")<{ readonly cause: unknown }> {
  get code() {
    return "connection_failed"
  }
  override get message() {
    return "The server did not answer."
  }
}

/** The call took longer than its `timeoutMillis`, all its tries together. */
export class TimedOut extends Data.TaggedError("TimedOut")<{ readonly timeoutMillis: number }> {
  get code() {
    return "timed_out"
  }
  override get message() {
    return `There was no answer within ${this.timeoutMillis} ms.`
  }
}

/** What any call may fail with, whatever its endpoint declares. */
export type ClientError = ApiProblem | ConnectionFailed | TimedOut

export type ApiError = DomainError | ClientError
export type ApiErrorName = ApiError["_tag"]

const classes = { ...errorClasses, ApiProblem, ConnectionFailed, TimedOut } satisfies {
  readonly [Name in ApiErrorName]: unknown
}

/** `isApiError(error)` for any of them, `isApiError(error, "Conflict")` for one, whose fields are then typed. */
export const isApiError = <Name extends ApiErrorName = ApiErrorName>(
  error: unknown,
  name?: Name,
): error is Extract<ApiError, { readonly _tag: Name }> =>
  name === undefined
    ? Object.values(classes).some((known) => error instanceof known)
    : error instanceof classes[name]

/** Whether a call failed with that code: `hasCode(error, "dataset_not_found")`. */
export const hasCode = (error: unknown, code: string): error is ApiError =>
  isApiError(error) && error.code === code

const problems = new WeakMap<object, ProblemDetails>()

/** Status, code, sentence and request id, as the server sent them; undefined where no server answered. */
export const problemOf = (error: unknown): ProblemDetails | undefined =>
  typeof error === "object" && error !== null ? problems.get(error) : undefined

/** The error that a problem stands for: that of its code, made from its members. */
export const errorOf = (problem: ProblemDetails): DomainError | ApiProblem => {
  const error = domainErrorOf(problem) ?? new ApiProblem(problem)
  problems.set(error, problem)
  return error
}

const domainErrorOf = (problem: ProblemDetails): DomainError | undefined => {
  const name = namesByCode.get(problem.code)
  if (name === undefined) return undefined
  const { code, errors, warnings } = problem
  const members = {
    ...fieldsIn(name, { ...problem }),
    ...(errors === undefined ? {} : { errors }),
    ...(warnings === undefined ? {} : { warnings: shownWarnings(warnings) }),
  }
  return Option.getOrUndefined(decodeError({ ...members, _tag: name, code }))
}

const decodeError = Schema.decodeUnknownOption(Schema.Union(...Object.values(errorClasses)))

const namesByCode: ReadonlyMap<string, DomainErrorName> = new Map(
  errorExamples().map(({ _tag, code }) => [code, _tag]),
)

const shownWarnings = (warnings: ReadonlyArray<unknown>): ReadonlyArray<ShownWarning> =>
  warnings.flatMap((warning) => Option.toArray(warningOf(warning)))
