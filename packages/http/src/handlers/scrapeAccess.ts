/** Metrics may be read by site admins, and by a monitoring system with the token of the host. */
import {
  type AuthenticationRequest,
  type Authenticator,
  canActAsSiteAdmin,
  computeSha256Hex,
  PermissionDenied,
  parseApiKeyId,
  type Unauthorized,
} from "@annotary/core/effect"
import { type Context, Effect, Redacted } from "effect"

/**
 * Checks a request for metrics. Monitoring systems send credentials as `Authorization: Bearer`, so an API key counts with
 * that scheme, too. The token is compared by digest, whose time says nothing about the token.
 */
export const makeScrapeAccess = (
  { authenticate }: Context.Tag.Service<typeof Authenticator>,
  token: Redacted.Redacted<string> | undefined,
): ((request: AuthenticationRequest) => Effect.Effect<void, Unauthorized | PermissionDenied>) => {
  const digest = token === undefined ? undefined : computeSha256Hex(Redacted.value(token))
  return (request) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(request.header("authorization") ?? "")?.[1]
    if (bearer !== undefined && digest !== undefined && computeSha256Hex(bearer) === digest)
      return Effect.void
    const sender = bearer !== undefined && parseApiKeyId(bearer) !== null ? withKey(request, bearer) : request
    return Effect.flatMap(authenticate(sender), (actor) =>
      canActAsSiteAdmin(actor) ? Effect.void : new PermissionDenied(),
    )
  }
}

const withKey = (request: AuthenticationRequest, key: string): AuthenticationRequest => ({
  method: request.method,
  target: request.target,
  source: request.source,
  header: (name) => (name === "authorization" ? `APIKey ${key}` : request.header(name)),
})
