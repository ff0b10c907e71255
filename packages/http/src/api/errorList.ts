/** The errors of the API: those of the engine and of webhooks. Statuses and the client's classes derive from this list. */
import {
  errorList as engineErrors,
  errorEntry,
  WebhookConflict,
  WebhookConflictCode,
  WebhookNotFound,
} from "@annotary/core/effect"

export const errorList = {
  ...engineErrors,
  WebhookNotFound: errorEntry(WebhookNotFound, "missing", () =>
    WebhookNotFound.fields.what.literals.map((what) => new WebhookNotFound({ what })),
  ),
  WebhookConflict: errorEntry(WebhookConflict, "conflicting", () =>
    WebhookConflictCode.literals.map((code) => new WebhookConflict({ code })),
  ),
} as const

export type DomainErrorName = keyof typeof errorList

/** Any error of the list, or the one with the given name. */
export type DomainError<Name extends DomainErrorName = DomainErrorName> = InstanceType<
  (typeof errorList)[Name]["type"]
>

/** The class of each error, by name. Cast: `fromEntries` forgets which key has which value. */
export const errorClasses = Object.fromEntries(
  Object.entries(errorList).map(([name, { type }]) => [name, type]),
) as { readonly [Name in DomainErrorName]: (typeof errorList)[Name]["type"] }

export const isDomainError = (error: unknown): error is DomainError =>
  Object.values(errorClasses).some((known) => error instanceof known)

/** Examples of every error, at least one per code. */
export const errorExamples = (): ReadonlyArray<DomainError> =>
  Object.values(errorList).flatMap<DomainError>(({ examples }) => examples())
