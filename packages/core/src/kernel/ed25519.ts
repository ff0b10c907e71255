/** Ed25519 keys as JSON Web Keys (RFC 8037), and their signatures. */
import { Encoding } from "effect"
import { computeSha256Bytes } from "../domain/digest.ts"
import type { PublicKeyJwk } from "../domain/webhooks/KeySet.ts"
import { type CryptoKeyObject, requireNodeCrypto } from "./nodeCrypto.ts"

/** A private key, decoded once. */
export interface SigningKey {
  readonly publicKey: PublicKeyJwk
  /** The 32 bytes of the private key, base64url. */
  readonly secret: string
  /** The 64 bytes of the signature. */
  readonly sign: (data: Uint8Array) => Uint8Array
}

/** A public key that verifies signatures. */
export interface VerificationKey {
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string
  readonly verify: (data: Uint8Array, signature: Uint8Array) => boolean
}

/** Generates a key pair. */
export const generateSigningKey = (): SigningKey =>
  toSigningKey(requireNodeCrypto().generateKeyPairSync("ed25519").privateKey)

/** Reads the `secret` of a {@link SigningKey}, whose public key is `x`. Throws when they are no key pair. */
export const readSigningKey = (secret: string, x: string): SigningKey =>
  toSigningKey(
    requireNodeCrypto().createPrivateKey({
      key: { kty: "OKP", crv: "Ed25519", d: secret, x },
      format: "jwk",
    }),
  )

const toSigningKey = (key: CryptoKeyObject): SigningKey => {
  const { d = "", x = "" } = key.export({ format: "jwk" })
  return {
    publicKey: makePublicKey(x),
    secret: d,
    sign: (data) => requireNodeCrypto().sign(null, data, key),
  }
}

/** The public key with its thumbprint. `x` is the key in base64url. */
export const makePublicKey = (x: string): PublicKeyJwk => ({
  kty: "OKP",
  crv: "Ed25519",
  alg: "EdDSA",
  use: "sig",
  // RFC 7638: these members, in this order, without whitespace.
  kid: Encoding.encodeBase64Url(computeSha256Bytes(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)),
  x,
})

/** Reads a public key from base64url of 32 bytes, or from the PEM of an SPKI. Throws when it is not an Ed25519 key. */
export const readVerificationKey = (text: string): VerificationKey => {
  const crypto = requireNodeCrypto()
  const key = text.includes("-----BEGIN")
    ? crypto.createPublicKey(text)
    : crypto.createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text }, format: "jwk" })
  const { crv, x } = key.export({ format: "jwk" })
  if (crv !== "Ed25519" || x === undefined) throw new TypeError("The key is not an Ed25519 key.")
  return {
    kid: makePublicKey(x).kid,
    verify: (data, signature) => crypto.verify(null, data, key, signature),
  }
}
