import { Context, type Effect } from "effect"
import type { InvalidInput } from "../domain/errors.ts"
import type { EndpointId } from "../domain/Ids.ts"
import { type Timestamp, toMillis } from "../domain/Timestamp.ts"
import {
  type Endpoint,
  maxSecrets,
  type SealedHeader,
  type SealedSecret,
  type SecretKind,
} from "../domain/webhooks/Endpoint.ts"
import type { WebhookConflict } from "../domain/webhooks/errors.ts"
import type { PublicKeyJwk } from "../domain/webhooks/KeySet.ts"
import type { CustomHeaders } from "./customHeaders.ts"

/** A secret to create or to accept. */
export interface NewSecret {
  readonly kind: SecretKind
  /** An existing secret of the receiver. Undefined: a new one of `kind` is created. */
  readonly text: string | undefined
}

/** A sealed value of an endpoint that cannot be opened, for example `its header authorization`, and why. */
export interface Unreadable {
  readonly what: string
  readonly error: WebhookConflict
}

/**
 * The port for signing secrets and header values of endpoints: creates, seals and opens them. Core does not encrypt
 * secrets or sign deliveries; `@annotary/webhooks` provides it.
 */
export class EndpointSecrets extends Context.Tag("@annotary/core/EndpointSecrets")<
  EndpointSecrets,
  {
    /** Why a secret cannot be used; null when it can. Never contains the secret. */
    readonly refusal: (text: string) => string | null
    /** Creates or accepts a signing secret, and seals it for the endpoint. */
    readonly create: (
      id: EndpointId,
      secret: NewSecret,
      createdAt: Timestamp,
    ) => Effect.Effect<SealedSecret, InvalidInput>
    /**
     * The value that receivers verify with: the shared secret in use, or the public key of the pair. Never a private
     * key.
     */
    readonly open: (endpoint: Endpoint) => Effect.Effect<string, WebhookConflict>
    /** The sealed values that a delivery needs at the instant and that cannot be opened. */
    readonly unreadable: (endpoint: Endpoint, at: Timestamp) => Effect.Effect<ReadonlyArray<Unreadable>>
    /**
     * The public keys of the key pairs that sign at the instant, the one in use first. Pairs that cannot be opened
     * are left out, because they sign nothing.
     */
    readonly publicKeys: (endpoint: Endpoint, at: Timestamp) => Effect.Effect<ReadonlyArray<PublicKeyJwk>>
    /** Seals header values. The headers are valid. */
    readonly sealHeaders: (
      id: EndpointId,
      headers: CustomHeaders,
    ) => Effect.Effect<ReadonlyArray<SealedHeader>>
  }
>() {}

/**
 * The secrets with the new one first. Previous ones sign until `expiresAt` at the latest; expired ones are removed.
 * Null when the endpoint would have more than {@link maxSecrets}.
 */
export const rotateSecrets = (
  secrets: ReadonlyArray<SealedSecret>,
  fresh: SealedSecret,
  at: Timestamp,
  expiresAt: Timestamp,
): ReadonlyArray<SealedSecret> | null => {
  const old = secrets
    .map((secret) => ({ ...secret, expiresAt: pickEarlier(secret.expiresAt, expiresAt) }))
    .filter((secret) => toMillis(secret.expiresAt) > toMillis(at))
  return old.length < maxSecrets ? [fresh, ...old] : null
}

const pickEarlier = (a: Timestamp | null, b: Timestamp): Timestamp => (a === null || a > b ? b : a)
