import type { AssetReference } from "./AssetReference.ts"
import {
  AlreadyExists,
  CollaboratorRefused,
  Conflict,
  ConflictCode,
  FileGone,
  InvalidInput,
  LabelTooLarge,
  NamedResource,
  NotFound,
  PermissionDenied,
  QuotaExceeded,
  RequestsExceeded,
  Resource,
  TooLarge,
  Unauthorized,
  Unprocessable,
  UrlExpired,
  VersionMismatch,
} from "./errors.ts"
import { WebhookConflict, WebhookConflictCode, WebhookNotFound } from "./webhooks/errors.ts"

/** The meaning of an error for a protocol. Each kind has one status. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "conflicting"
  | "gone"
  | "outdated"
  | "too_large"
  | "unprocessable"
  | "over_quota"
  | "throttled"

const makeErrorEntry = <Class>(
  type: Class,
  kind: ErrorKind,
  examples: () => ReadonlyArray<Instance<Class>>,
) => ({
  type,
  kind,
  examples,
})

/** The instance type of a class. */
type Instance<Class> = Class extends abstract new (...args: never) => infer Error ? Error : never

const violation = { pointer: "/name", message: "is required" }

const reference: AssetReference = {
  dataset: "jane/cars",
  resource: "sample",
  id: "01900000-0000-7000-8000-000000000000",
  sampleId: null,
}

/**
 * The list of errors: every class that a call can fail with by design, its kind, and at least one example for each
 * code. HTTP statuses, the classes of the client and the table of errors derive from it.
 */
export const errorList = {
  InvalidInput: makeErrorEntry(InvalidInput, "invalid", () => [
    new InvalidInput({ errors: [violation] }),
    new InvalidInput({ errors: [{ pointer: "/attributes", message: "has warnings" }], warnings: [] }),
  ]),
  CollaboratorRefused: makeErrorEntry(CollaboratorRefused, "invalid", () =>
    CollaboratorRefused.fields.reason.literals.map((reason) => new CollaboratorRefused({ reason })),
  ),
  Unauthorized: makeErrorEntry(Unauthorized, "unauthenticated", () => [new Unauthorized()]),
  PermissionDenied: makeErrorEntry(PermissionDenied, "forbidden", () => [
    new PermissionDenied(),
    new PermissionDenied({ remedy: "join" }),
    new PermissionDenied({ remedy: "sign_in" }),
    new PermissionDenied({ scope: "read_only" }),
  ]),
  UrlExpired: makeErrorEntry(UrlExpired, "forbidden", () =>
    UrlExpired.fields.resource.literals.map((resource) => new UrlExpired({ resource })),
  ),
  NotFound: makeErrorEntry(NotFound, "missing", () =>
    Resource.literals.map((resource) => new NotFound({ resource })),
  ),
  AlreadyExists: makeErrorEntry(AlreadyExists, "conflicting", () =>
    NamedResource.literals.map((resource) => new AlreadyExists({ resource })),
  ),
  Conflict: makeErrorEntry(Conflict, "conflicting", () => [
    ...ConflictCode.literals.map((code) => new Conflict({ code })),
    new Conflict({ code: "wrong_state", status: "LABELED" }),
    new Conflict({ code: "wrong_state", status: "UNLABELED", setting: "enable_save_button" }),
    new Conflict({ code: "stale_claim", claimEnd: "released" }),
    new Conflict({ code: "stale_claim", holder: "ann" }),
    new Conflict({ code: "sample_held", holder: "ann" }),
    new Conflict({ code: "sample_finished", status: "LABELED" }),
    new Conflict({ code: "person_paused", pauseReason: "Read the guide again." }),
    new Conflict({ code: "asset_referenced", references: [reference], hiddenDatasets: 1 }),
  ]),
  FileGone: makeErrorEntry(FileGone, "gone", () =>
    FileGone.fields.resource.literals.map((resource) => new FileGone({ resource })),
  ),
  VersionMismatch: makeErrorEntry(VersionMismatch, "outdated", () => [
    new VersionMismatch(),
    new VersionMismatch({ expected: 1, current: 2 }),
  ]),
  TooLarge: makeErrorEntry(TooLarge, "too_large", () => [new TooLarge({ limit: 1024 })]),
  Unprocessable: makeErrorEntry(Unprocessable, "unprocessable", () => [
    new Unprocessable({ resource: "sample", limit: 10_000 }),
  ]),
  QuotaExceeded: makeErrorEntry(QuotaExceeded, "over_quota", () => [
    new QuotaExceeded({ quota: "samples", organization: "acme", limit: 1000, used: 998 }),
  ]),
  RequestsExceeded: makeErrorEntry(RequestsExceeded, "throttled", () => [
    new RequestsExceeded({ quota: "requests", organization: "acme", limit: 600, used: 600, retryAfter: 1 }),
  ]),
  LabelTooLarge: makeErrorEntry(LabelTooLarge, "unprocessable", () =>
    LabelTooLarge.fields.what.literals.map((what) => new LabelTooLarge({ what, limit: 10_000 })),
  ),
  WebhookNotFound: makeErrorEntry(WebhookNotFound, "missing", () =>
    WebhookNotFound.fields.what.literals.map((what) => new WebhookNotFound({ what })),
  ),
  WebhookConflict: makeErrorEntry(WebhookConflict, "conflicting", () =>
    WebhookConflictCode.literals.map((code) => new WebhookConflict({ code })),
  ),
} as const

/** The names of the expected errors. */
export type DomainErrorName = keyof typeof errorList

/** Any of the errors, or the one of that name. */
export type DomainError<Name extends DomainErrorName = DomainErrorName> = Instance<
  (typeof errorList)[Name]["type"]
>

/** The classes by name. */
export const errorClasses = Object.fromEntries(
  Object.entries(errorList).map(([name, { type }]) => [name, type]),
) as { readonly [Name in DomainErrorName]: (typeof errorList)[Name]["type"] }

/** Whether the error is one of the list. */
export const isDomainError = (error: unknown): error is DomainError =>
  Object.values(errorClasses).some((known) => error instanceof known)

/** Examples of every error, at least one for each code. */
export const listErrorExamples = (): ReadonlyArray<DomainError> =>
  Object.values(errorList).flatMap<DomainError>(({ examples }) => examples())
