/**
 * What a call fails with. A problem that stands for an error of the engine becomes that very error again, by its code; all
 * others are an {@link ApiProblem}. Either way {@link problemOf} tells what the server said.
 */
import {
  AlreadyExists,
  CollaboratorRefused,
  Conflict,
  ConflictCode,
  FileGone,
  InvalidInput,
  LabelTooLarge,
  NotFound,
  PermissionDenied,
  Resource,
  type ShownWarning,
  TooLarge,
  Unauthorized,
  Unprocessable,
  UrlExpired,
  VersionMismatch,
} from "@annotary/core/effect"
import { WebhookConflict, WebhookConflictCode, WebhookNotFound } from "@annotary/webhooks/domain"
import { Data, Option, Schema } from "effect"
import type { Problem } from "../api/records/problem.ts"
import { warningOf } from "./warnings.ts"

/** What a server answered instead of what was asked for. */
export interface ProblemDetails
  extends Pick<typeof Problem.Type, "status" | "code" | "detail" | "errors" | "warnings"> {
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

type DomainError =
  | Unauthorized
  | PermissionDenied
  | NotFound
  | AlreadyExists
  | InvalidInput
  | CollaboratorRefused
  | Conflict
  | VersionMismatch
  | UrlExpired
  | FileGone
  | TooLarge
  | Unprocessable
  | LabelTooLarge
  | WebhookNotFound
  | WebhookConflict

export type ApiError = DomainError | ClientError
export type ApiErrorName = ApiError["_tag"]

const classes: { readonly [Name in ApiErrorName]: abstract new (...args: never) => { readonly _tag: Name } } =
  {
    Unauthorized,
    PermissionDenied,
    NotFound,
    AlreadyExists,
    InvalidInput,
    CollaboratorRefused,
    Conflict,
    VersionMismatch,
    UrlExpired,
    FileGone,
    TooLarge,
    Unprocessable,
    LabelTooLarge,
    WebhookNotFound,
    WebhookConflict,
    ApiProblem,
    ConnectionFailed,
    TimedOut,
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

/** The error that a problem stands for. */
export const errorOf = (problem: ProblemDetails): DomainError | ApiProblem => {
  const error = makers.get(problem.code)?.(problem) ?? conflictOf(problem) ?? new ApiProblem(problem)
  problems.set(error, problem)
  return error
}

const isConflict = Schema.is(ConflictCode)
const isWebhookConflict = Schema.is(WebhookConflictCode)

const conflictOf = ({ code, detail }: ProblemDetails): DomainError | undefined => {
  if (isWebhookConflict(code)) return new WebhookConflict({ code })
  if (!isConflict(code)) return undefined
  const [, status] = /It is (\w+)\.$/.exec(detail) ?? []
  const plain = new Conflict(status === undefined ? { code } : { code, status })
  return plain.message === detail ? plain : new Conflict({ code, reason: detail })
}

const mismatchOf = ({ detail }: ProblemDetails): VersionMismatch => {
  const plain = new VersionMismatch()
  return plain.message === detail ? plain : new VersionMismatch({ reason: detail })
}

type Maker = (problem: ProblemDetails) => DomainError | undefined

const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? 0)

/** Some say in their sentence alone which of several they are: the one that would say the same. */
const saying =
  (choices: (limit: number) => ReadonlyArray<DomainError>): Maker =>
  ({ detail }) =>
    choices(numberIn(detail)).find(({ message }) => message === detail)

const refused = saying(() => [
  new CollaboratorRefused({ reason: "owner" }),
  new CollaboratorRefused({ reason: "organization" }),
  new CollaboratorRefused({ reason: "duplicate" }),
])

const warningsOf = ({ warnings = [] }: ProblemDetails): ReadonlyArray<ShownWarning> =>
  warnings.flatMap((warning) => Option.toArray(warningOf(warning)))

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["unauthorized", () => new Unauthorized()],
  ["permission_denied", () => new PermissionDenied()],
  ["version_mismatch", mismatchOf],
  ["invalid", ({ errors = [] }) => new InvalidInput({ errors })],
  [
    "warnings_refused",
    (problem) => new InvalidInput({ errors: problem.errors ?? [], warnings: warningsOf(problem) }),
  ],
  ["unprocessable", ({ detail }) => new Unprocessable({ reason: detail })],
  ["too_large", saying((limitBytes) => [new TooLarge({ limitBytes })])],
  ["url_expired", saying(() => [new UrlExpired({ use: "read" }), new UrlExpired({ use: "upload" })])],
  ["file_gone", saying(() => [new FileGone({ resource: "release" }), new FileGone({ resource: "asset" })])],
  ["collaborator_refused", refused],
  ["already_collaborator", refused],
  [
    "label_too_large",
    saying((limit) => [
      new LabelTooLarge({ what: "frames", limit }),
      new LabelTooLarge({ what: "cuboids", limit }),
      new LabelTooLarge({ what: "memory", limit }),
    ]),
  ],
  ...Resource.literals.flatMap(
    (resource): ReadonlyArray<readonly [string, Maker]> => [
      [new NotFound({ resource }).code, () => new NotFound({ resource })],
      [new AlreadyExists({ resource }).code, () => new AlreadyExists({ resource })],
    ],
  ),
  ...WebhookNotFound.fields.what.literals.map((what): readonly [string, Maker] => [
    new WebhookNotFound({ what }).code,
    () => new WebhookNotFound({ what }),
  ]),
])
