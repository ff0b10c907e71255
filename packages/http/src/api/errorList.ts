/** The list of errors of the API: those of the engine and those of webhooks. Statuses and the classes of the client derive from it. */
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

/** Any of them, or that of one name. */
export type DomainError<Name extends DomainErrorName = DomainErrorName> = InstanceType<
  (typeof errorList)[Name]["type"]
>

/** The class of each. */
export const errorClasses = Object.fromEntries(
  Object.entries(errorList).map(([name, { type }]) => [name, type]),
) as { readonly [Name in DomainErrorName]: (typeof errorList)[Name]["type"] }

export const isDomainError = (error: unknown): error is DomainError =>
  Object.values(errorClasses).some((known) => error instanceof known)

/** An example of each, one a code at least. */
export const errorExamples = (): ReadonlyArray<DomainError> =>
  Object.values(errorList).flatMap<DomainError>(({ examples }) => examples())
