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
const setStatus = <A, I, R>(schema: Schema.Schema<A, I, R>, status: number) =>
  schema.annotations(HttpApiSchema.annotations({ status }))

const invalidInput = setStatus(InvalidInput, statuses.InvalidInput)
const denied = setStatus(PermissionDenied, statuses.PermissionDenied)
const notFound = setStatus(NotFound, statuses.NotFound)
const conflict = setStatus(Conflict, statuses.Conflict)

const KeyedErrors = Schema.Union(setStatus(Unauthorized, statuses.Unauthorized), invalidInput)
const SeenErrors = Schema.Union(...KeyedErrors.members, denied, notFound)
const ChangingErrors = Schema.Union(
  ...SeenErrors.members,
  conflict,
  setStatus(Unprocessable, statuses.Unprocessable),
)
const NamingErrors = Schema.Union(...ChangingErrors.members, setStatus(AlreadyExists, statuses.AlreadyExists))
const VersionedErrors = Schema.Union(
  ...NamingErrors.members,
  setStatus(VersionMismatch, statuses.VersionMismatch),
)
const InvitingErrors = Schema.Union(
  ...ChangingErrors.members,
  setStatus(CollaboratorRefused, statuses.CollaboratorRefused),
)
const AdminErrors = Schema.Union(...KeyedErrors.members, denied)
const TokenErrors = Schema.Union(
  invalidInput,
  denied,
  setStatus(UrlExpired, statuses.UrlExpired),
  notFound,
  conflict,
)

/** For endpoints that need a key and have no other avoidable error. */
export const addKeyErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(KeyedErrors)

/** For endpoints about a resource that the caller may not see, or may see but not use. */
export const addAccessErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(SeenErrors)

/** For changes that the resource's state may prevent. */
export const addChangeErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(ChangingErrors)

/** For endpoints that create a name, which may be taken. */
export const addNamingErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(NamingErrors)

/** For endpoints that support `If-Match`. */
export const addVersionErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(VersionedErrors)

/** For endpoints that add a person to a dataset. */
export const addInvitationErrors = <
  N extends string,
  M extends HttpMethod.HttpMethod,
  P,
  U,
  B,
  H,
  S,
  E,
  R,
  RE,
>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(InvitingErrors)

/** For endpoints that require an admin. */
export const addAdminErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(AdminErrors)

/** For endpoints without a key, whose URL or form carries a token. */
export const addTokenErrors = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => endpoint.addError(TokenErrors)
