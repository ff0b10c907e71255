/** Combinators that add shared errors to an endpoint, with their statuses. */
import {
  AlreadyExists,
  CollaboratorRefused,
  Conflict,
  type DomainErrorName,
  type ErrorKind,
  errorList,
  InvalidInput,
  NotFound,
  PermissionDenied,
  Unauthorized,
  Unprocessable,
  UrlExpired,
  VersionMismatch,
} from "@annotary/core/effect"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import { Schema } from "effect"

const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflicting: 409,
  gone: 410,
  outdated: 412,
  too_large: 413,
  unprocessable: 422,
  over_quota: 402,
  throttled: 429,
}

/** The status of each error of the engine. Cast: `fromEntries` forgets the keys. */
export const statuses = Object.fromEntries(
  Object.entries(errorList).map(([name, { kind }]) => [name, statusOf[kind]]),
) as { readonly [Name in DomainErrorName]: number }

/** Endpoints share the declarations of their errors: separate ones would take more memory than the rest of the API. */
const declared = <A, I, R>(schema: Schema.Schema<A, I, R>, status: number) =>
  schema.annotations(HttpApiSchema.annotations({ status }))

const invalidInput = declared(InvalidInput, statuses.InvalidInput)
const denied = declared(PermissionDenied, statuses.PermissionDenied)
const notFound = declared(NotFound, statuses.NotFound)
const conflict = declared(Conflict, statuses.Conflict)

const KeyedErrors = Schema.Union(declared(Unauthorized, statuses.Unauthorized), invalidInput)
const SeenErrors = Schema.Union(...KeyedErrors.members, denied, notFound)
const ChangingErrors = Schema.Union(
  ...SeenErrors.members,
  conflict,
  declared(Unprocessable, statuses.Unprocessable),
)
const NamingErrors = Schema.Union(...ChangingErrors.members, declared(AlreadyExists, statuses.AlreadyExists))
const VersionedErrors = Schema.Union(
  ...NamingErrors.members,
  declared(VersionMismatch, statuses.VersionMismatch),
)
const InvitingErrors = Schema.Union(
  ...ChangingErrors.members,
  declared(CollaboratorRefused, statuses.CollaboratorRefused),
)
const AdminErrors = Schema.Union(...KeyedErrors.members, denied)
const TokenErrors = Schema.Union(
  invalidInput,
  denied,
  declared(UrlExpired, statuses.UrlExpired),
  notFound,
  conflict,
)

/** For endpoints that need a key and have no other avoidable error. */
export const keyed = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(KeyedErrors)

/** For endpoints about a resource that the caller may not see, or may see but not use. */
export const seen = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(SeenErrors)

/** For changes that the resource's state may prevent. */
export const changing = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(ChangingErrors)

/** For endpoints that create a name, which may be taken. */
export const naming = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(NamingErrors)

/** For endpoints that support `If-Match`. */
export const versioned = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(VersionedErrors)

/** For endpoints that add a person to a dataset. */
export const inviting = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(InvitingErrors)

/** For endpoints that require an admin. */
export const forAdmins = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(AdminErrors)

/** For endpoints without a key, whose URL or form carries a token. */
export const tokened = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(TokenErrors)
