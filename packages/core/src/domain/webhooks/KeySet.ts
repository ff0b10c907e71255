/** The public keys of an account, with which receivers verify `v1a`. Their URL does not name the account. */
import { Schema } from "effect"

/** 32 random bytes in base64url. Unguessable, and the only identifier in the URL of a key set. */
export const KeySetId = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9_-]{43}$/),
  Schema.brand("KeySetId"),
  Schema.annotations({
    identifier: "KeySetId",
    jsonSchema: { type: "string", pattern: "^[A-Za-z0-9_-]{43}$" },
  }),
)
export type KeySetId = typeof KeySetId.Type

/** An ed25519 key as a JSON Web Key (RFC 8037). */
export const PublicKeyJwk = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  alg: Schema.Literal("EdDSA"),
  use: Schema.Literal("sig"),
  /** The thumbprint of the key (RFC 7638): the same key has the same id everywhere. Contains no full stops. */
  kid: Schema.String,
  /** The key in base64url. */
  x: Schema.String,
})
export interface PublicKeyJwk extends Schema.Schema.Type<typeof PublicKeyJwk> {}

/** A JSON Web Key Set (RFC 7517). */
export const KeySet = Schema.Struct({ keys: Schema.Array(PublicKeyJwk) })
export interface KeySet extends Schema.Schema.Type<typeof KeySet> {}
