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
import type * as HttpMethod from "@effect/platform/HttpMethod"

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
}

/** The status of each error of the engine. Cast: `fromEntries` forgets the keys. */
export const statuses = Object.fromEntries(
  Object.entries(errorList).map(([name, { kind }]) => [name, statusOf[kind]]),
) as { readonly [Name in DomainErrorName]: number }

/** For endpoints that need a key and have no other avoidable error. */
export const keyed = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) =>
  endpoint
    .addError(Unauthorized, { status: statuses.Unauthorized })
    .addError(InvalidInput, { status: statuses.InvalidInput })

/** For endpoints about a resource that the caller may not see, or may see but not use. */
export const seen = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) =>
  keyed(endpoint)
    .addError(PermissionDenied, { status: statuses.PermissionDenied })
    .addError(NotFound, { status: statuses.NotFound })

/** For changes that the resource's state may prevent. */
export const changing = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) =>
  seen(endpoint)
    .addError(Conflict, { status: statuses.Conflict })
    .addError(Unprocessable, { status: statuses.Unprocessable })

/** For endpoints that create a name, which may be taken. */
export const naming = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => changing(endpoint).addError(AlreadyExists, { status: statuses.AlreadyExists })

/** For endpoints that support `If-Match`. */
export const versioned = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => naming(endpoint).addError(VersionMismatch, { status: statuses.VersionMismatch })

/** For endpoints that add a person to a dataset. */
export const inviting = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => changing(endpoint).addError(CollaboratorRefused, { status: statuses.CollaboratorRefused })

/** For endpoints that require an admin. */
export const forAdmins = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) => keyed(endpoint).addError(PermissionDenied, { status: statuses.PermissionDenied })

/** For endpoints without a key, whose URL or form carries a token. */
export const tokened = <N extends string, M extends HttpMethod.HttpMethod, P, U, B, H, S, E, R, RE>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<N, M, P, U, B, H, S, E, R, RE>,
) =>
  endpoint
    .addError(InvalidInput, { status: statuses.InvalidInput })
    .addError(PermissionDenied, { status: statuses.PermissionDenied })
    .addError(UrlExpired, { status: statuses.UrlExpired })
    .addError(NotFound, { status: statuses.NotFound })
    .addError(Conflict, { status: statuses.Conflict })
