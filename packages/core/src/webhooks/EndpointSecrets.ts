/**
 * Signing secrets and header values of endpoints: created, sealed for the endpoint that they belong to, and opened. Core has no
 * cryptography of its own; `@annotary/webhooks` provides it.
 */
import { Context, type Effect } from "effect"
import type { InvalidInput } from "../domain/errors.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Endpoint, SealedHeader, SealedSecret, SecretKind } from "../domain/webhooks/Endpoint.ts"
import type { WebhookConflict } from "../domain/webhooks/errors.ts"
import type { EndpointId } from "../domain/webhooks/ids.ts"
import type { PublicKeyJwk } from "../domain/webhooks/KeySet.ts"
import type { CustomHeaders } from "./customHeaders.ts"

export interface NewSecret {
  readonly kind: SecretKind
  /** One that the receiver has already; undefined: a new one is created, of `kind`. */
  readonly text: string | undefined
}

/** Something sealed of an endpoint that cannot be opened: which, such as `its header authorization`, and why. */
export interface Unreadable {
  readonly what: string
  readonly error: WebhookConflict
}

export class EndpointSecrets extends Context.Tag("@annotary/core/EndpointSecrets")<
  EndpointSecrets,
  {
    /** Why a secret cannot be used; null when it can. Never repeats the secret. */
    readonly refusal: (text: string) => string | null
    readonly create: (
      id: EndpointId,
      secret: NewSecret,
      createdAt: Timestamp,
    ) => Effect.Effect<SealedSecret, InvalidInput>
    /** What receivers verify with: the shared secret in use, or the public key of the pair; never a private key. */
    readonly open: (endpoint: Endpoint) => Effect.Effect<string, WebhookConflict>
    /** What a delivery needs of an endpoint's secrets and headers at the instant, and cannot be opened. */
    readonly unreadable: (endpoint: Endpoint, at: Timestamp) => Effect.Effect<ReadonlyArray<Unreadable>>
    /** Of the key pairs that sign at the instant, the one in use first. One that cannot be opened signs nothing and is left out. */
    readonly publicKeys: (endpoint: Endpoint, at: Timestamp) => Effect.Effect<ReadonlyArray<PublicKeyJwk>>
    /** The headers are valid. */
    readonly sealHeaders: (
      id: EndpointId,
      headers: CustomHeaders,
    ) => Effect.Effect<ReadonlyArray<SealedHeader>>
  }
>() {}
