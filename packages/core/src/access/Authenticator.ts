import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Actor, Person } from "../domain/Actor.ts"
import { computeSha256Hex } from "../domain/digest.ts"
import { Unauthorized } from "../domain/errors.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { AuthenticationRequest } from "./AuthenticationRequest.ts"
import { readBearerToken } from "./apiKeyFormat.ts"
import { IdentityCache } from "./IdentityCache.ts"

/** The port that identifies the sender of a request. Defaults to API keys; a host may provide its own identity. */
export class Authenticator extends Context.Tag("@annotary/core/Authenticator")<
  Authenticator,
  {
    /**
     * Identifies the sender, once for each request. All refusals are the same `Unauthorized`; a defect is answered with 500. An
     * `Effect.succeed` costs no fiber.
     */
    readonly authenticate: (request: AuthenticationRequest) => Effect.Effect<Actor, Unauthorized>
    /** The key by which accepted requests are rate limited. Defaults to the user. */
    readonly rateKey?: (request: AuthenticationRequest) => Option.Option<string>
  }
>() {
  /** `Authorization: APIKey <key>`. */
  static readonly apiKeys: Layer.Layer<Authenticator, never, ApiKeys | IdentityCache> = Layer.effect(
    Authenticator,
    Effect.map(Effect.all({ keys: ApiKeys, cache: IdentityCache }), (identities) => ({
      authenticate: (request) => makeApiKeyAuthenticator(identities, request),
      rateKey: (request) => Option.fromNullable(readBearerToken(request.header("authorization"))),
    })),
  )
}

interface Identities {
  readonly keys: ApiKeys
  readonly cache: IdentityCache
}

/** The user of the API key in the request. A key that was used a moment ago costs no fiber. */
export const makeApiKeyAuthenticator = (
  { cache, keys }: Identities,
  request: AuthenticationRequest,
): Effect.Effect<Person, Unauthorized> => {
  const key = readBearerToken(request.header("authorization"))
  if (key === null) return Effect.fail(new Unauthorized())
  const cachedActor = cache.findCached(computeSha256Hex(key))
  return cachedActor === null ? keys.findActor(Redacted.make(key)) : Effect.succeed(cachedActor)
}
