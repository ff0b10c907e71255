/** The port that says who a request is. API keys are the default; an embedder may bring their own identity. */
import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Actor, Person } from "../domain/Actor.ts"
import { Unauthorized } from "../domain/errors.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { AuthenticationRequest } from "./AuthenticationRequest.ts"
import { keyOfHeader } from "./apiKeyFormat.ts"

export class Authenticator extends Context.Tag("@annotary/core/Authenticator")<
  Authenticator,
  {
    /** Who sent this request. Every refusal is the same; a defect is answered 500. Asked once for a request. */
    readonly authenticate: (request: AuthenticationRequest) => Effect.Effect<Actor, Unauthorized>
    /** What requests that were let in are counted by, where their number is limited; by default, and for none, the person. */
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

/** Whoever the API key in the request belongs to. */
export const ofApiKey = (
  keys: ApiKeys,
  request: AuthenticationRequest,
): Effect.Effect<Person, Unauthorized> => {
  const key = keyOfHeader(request.header("authorization"))
  return key === null ? Effect.fail(new Unauthorized()) : keys.actorOf(Redacted.make(key))
}
