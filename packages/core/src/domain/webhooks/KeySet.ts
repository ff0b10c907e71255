/** The public keys of an account: what receivers verify `v1a` with, at an address that names nobody. */
import { Schema } from "effect"

/** Unguessable, and the only thing that the address of a key set tells: 32 random bytes in base64url. */
export const KeySetId = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9_-]{43}$/),
  Schema.brand("KeySetId"),
  Schema.annotations({
    identifier: "KeySetId",
    jsonSchema: { type: "string", pattern: "^[A-Za-z0-9_-]{43}$" },
  }),
)
export type KeySetId = typeof KeySetId.Type

/** An ed25519 key as RFC 8037 writes it. */
export const PublicKeyJwk = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  alg: Schema.Literal("EdDSA"),
  use: Schema.Literal("sig"),
  /** The thumbprint of RFC 7638: the same key has the same name everywhere. Without full stops. */
  kid: Schema.String,
  /** The key in base64url. */
  x: Schema.String,
})
export interface PublicKeyJwk extends Schema.Schema.Type<typeof PublicKeyJwk> {}

/** RFC 7517. */
export const KeySet = Schema.Struct({ keys: Schema.Array(PublicKeyJwk) })
export interface KeySet extends Schema.Schema.Type<typeof KeySet> {}
