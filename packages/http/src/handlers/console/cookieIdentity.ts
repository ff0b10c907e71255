import type { Actor, AuthenticationRequest, Sessions, Unauthorized } from "@annotary/core/effect"
import { type Effect, Either } from "effect"
import { readSessionSecret } from "./cookie.ts"
import { type ConsoleOptions, findPageSite } from "./site.ts"

type Authenticate = (request: AuthenticationRequest) => Effect.Effect<Actor, Unauthorized>

/**
 * Identifies senders also by the cookie of a session. The cookie counts only in requests of pages of the console, and only when there
 * is no `Authorization` header.
 */
export const makeCookieIdentity =
  (
    authenticate: Authenticate,
    sessions: Sessions,
    publicUrl: () => string,
    options: ConsoleOptions,
  ): Authenticate =>
  (request) => {
    if (request.header("authorization") !== undefined || request.header("cookie") === undefined)
      return authenticate(request)
    const site = findPageSite(request, publicUrl(), options)
    const secret = Either.isRight(site) ? readSessionSecret(request, site.right) : undefined
    return secret === undefined ? authenticate(request) : sessions.findActor(secret)
  }
