/**
 * The keys of a receiver: a shared secret for `v1`, a public key for `v1a`. Each verifies only signatures of its
 * version.
 */

/** One key of an account's key set (`jwks.json`): an ed25519 key of RFC 8037. */
export interface PublicJwk {
  readonly kty: "OKP"
  readonly crv: "Ed25519"
  /** 32 bytes in base64url. */
  readonly x: string
  readonly kid?: string
}

/** A key to verify webhooks with: `whsec_…`, `whpk_…`, or a key of a key set. */
export type VerificationKey = string | PublicJwk

export interface ImportedKey {
  readonly version: "v1" | "v1a"
  readonly verify: (signature: Bytes, signed: Bytes) => Promise<boolean>
}

/** The bytes that WebCrypto accepts: not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Imports a key. Throws a `TypeError` that says what is wrong with the key and never repeats it. */
export const importKey = async (key: VerificationKey): Promise<ImportedKey> => {
  if (typeof key !== "string") return await importPublic(decodeBase64(toBase64(key.x)))
  if (/^v1a?,/.test(key))
    throw makeKeyError("starts with whsec_ or whpk_; v1, and v1a, stand before signatures only")
  if (key.startsWith("whsk_")) throw makeKeyError("is a private key; verify with the public key, whpk_")
  if (key.startsWith("whpk_")) return await importPublic(decodeBase64(key.slice("whpk_".length)))
  return await importShared(decodeBase64(key.startsWith("whsec_") ? key.slice("whsec_".length) : key))
}

const importShared = async (secret: Bytes | undefined): Promise<ImportedKey> => {
  if (secret === undefined || secret.length === 0) throw makeKeyError("must be base64 behind whsec_")
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"])
  return {
    version: "v1",
    verify: (signature, signed) => crypto.subtle.verify("HMAC", key, signature, signed),
  }
}

const importPublic = async (bytes: Bytes | undefined): Promise<ImportedKey> => {
  if (bytes?.length !== 32) throw makeKeyError("must be 32 bytes of base64 behind whpk_")
  const key = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"])
  return {
    version: "v1a",
    verify: (signature, signed) => crypto.subtle.verify({ name: "Ed25519" }, key, signature, signed),
  }
}

/** Decodes standard base64, with or without padding; undefined when it is invalid. */
export const decodeBase64 = (text: string): Bytes | undefined => {
  const bare = text.replace(/={1,2}$/, "")
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) return undefined
  return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
}

const toBase64 = (base64url: string): string => base64url.replaceAll("-", "+").replaceAll("_", "/")

const makeKeyError = (what: string): TypeError => new TypeError(`A key to verify webhooks with ${what}.`)
