import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Actor, Person } from "../domain/Actor.ts"
import { Unauthorized } from "../domain/errors.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { AuthenticationRequest } from "./AuthenticationRequest.ts"
import { keyOfHeader } from "./apiKeyFormat.ts"

/** The port that identifies the sender of a request. Defaults to API keys; a host may provide its own identity. */
export class Authenticator extends Context.Tag("@annotary/core/Authenticator")<
  Authenticator,
  {
    /** Identifies the sender, once for each request. All refusals are the same `Unauthorized`; a defect is answered with 500. */
    readonly authenticate: (request: AuthenticationRequest) => Effect.Effect<Actor, Unauthorized>
    /** The key by which accepted requests are rate limited. Defaults to the user. */
    readonly rateKey?: (request: AuthenticationRequest) => Option.Option<string>
  }
>() {
  /** `Authorization: APIKey <key>`. */
  static readonly apiKeys: Layer.Layer<Authenticator, never, ApiKeys> = Layer.effect(
    Authenticator,
    Effect.map(ApiKeys, (keys) => ({
      authenticate: (request) => ofApiKey(keys, request),
      rateKey: (request) => Option.fromNullable(keyOfHeader(request.header("authorization"))),
    })),
  )
}

/** The user of the API key in the request. */
export const ofApiKey = (
  keys: ApiKeys,
  request: AuthenticationRequest,
): Effect.Effect<Person, Unauthorized> => {
  const key = keyOfHeader(request.header("authorization"))
  return key === null ? Effect.fail(new Unauthorized()) : keys.actorOf(Redacted.make(key))
}
