/** The port that says who a request is. API keys are the default; an embedder may bring their own identity. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { Actor } from "../domain/Actor.ts"
import { Unauthorized } from "../domain/errors.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { keyOfHeader } from "./apiKeyFormat.ts"

export class Authenticator extends Context.Tag("@annotary/core/Authenticator")<
  Authenticator,
  {
    /** Who sent this `Authorization` header. Every refusal is the same. */
    readonly authenticate: (header: string | undefined) => Effect.Effect<Actor, Unauthorized>
  }
>() {
  /** `Authorization: APIKey <key>`. */
  static readonly apiKeys: Layer.Layer<Authenticator, never, ApiKeys> = Layer.effect(
    Authenticator,
    Effect.map(ApiKeys, (keys) => ({
      authenticate: (header) => {
        const key = keyOfHeader(header)
        return key === null ? Effect.fail(new Unauthorized()) : keys.actorOf(Redacted.make(key))
      },
    })),
  )
}
