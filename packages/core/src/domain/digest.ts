/**
 * Digests. Node's crypto is loaded by `process.getBuiltinModule`, so that a browser bundle contains no Node built-in.
 * Where it is missing, `sha256Hex` is computed without it, and the others fail with a clear message.
 */
import { pureSha256Hex } from "./sha256.ts"

/** The part of node:crypto that is used here. */
interface Crypto {
  /** A digest in one call, at half the cost. Not every runtime has it. */
  readonly hash?: (name: "sha256", data: string | Uint8Array, encoding: "hex" | "latin1") => string
  readonly createHash: (name: "sha256") => Hash
  readonly createHmac: (name: "sha256", key: Uint8Array) => Hash
  readonly timingSafeEqual: (a: Uint8Array, b: Uint8Array) => boolean
}
interface Hash {
  readonly update: (data: string | Uint8Array) => Hash
  readonly digest: (encoding: "hex" | "latin1" | "base64url") => string
}

let loaded: Crypto | undefined

const found = (): Crypto | undefined => {
  const host = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  loaded ??= host.process?.getBuiltinModule?.("node:crypto") as Crypto | undefined
  return loaded
}

const crypto = (): Crypto => {
  const known = found()
  if (known === undefined)
    throw new Error("Digests need Node.js 20.16 or newer, or a runtime that is compatible with it.")
  return known
}

/** SHA-256 of UTF-8 text or of bytes, hex. */
export const sha256Hex = (data: string | Uint8Array): string => {
  const known = found()
  return known === undefined
    ? pureSha256Hex(data)
    : (known.hash?.("sha256", data, "hex") ?? known.createHash("sha256").update(data).digest("hex"))
}

/** Writes the 32 bytes of a SHA-256 into `target`. The host returns text in half the time of bytes. */
export const sha256Into = (data: string | Uint8Array, target: Uint8Array, at = 0): Uint8Array => {
  const text =
    crypto().hash?.("sha256", data, "latin1") ?? crypto().createHash("sha256").update(data).digest("latin1")
  for (let i = 0; i < sha256Length; i++) target[at + i] = text.charCodeAt(i)
  return target
}

/** The length of a SHA-256 in bytes. */
export const sha256Length = 32

/** SHA-256 of UTF-8 text or of bytes, as bytes. */
export const sha256Bytes = (data: string | Uint8Array): Uint8Array =>
  sha256Into(data, new Uint8Array(sha256Length))

/** SHA-256 of data that arrives in pieces. */
export const sha256Stream = (): {
  readonly update: (data: string | Uint8Array) => void
  /** The digest of all data so far. */
  readonly hex: () => string
  readonly bytes: () => Uint8Array
} => {
  const hash = crypto().createHash("sha256")
  return {
    update: (data) => void hash.update(data),
    hex: () => hash.digest("hex"),
    bytes: () => Uint8Array.from(hash.digest("latin1"), (character) => character.charCodeAt(0)),
  }
}

/** HMAC-SHA-256 of UTF-8 text, base64url. */
export const hmacSha256 = (key: Uint8Array, text: string): string =>
  crypto().createHmac("sha256", key).update(text).digest("base64url")

/** Compares digests in constant time. */
export const sameDigest = (a: string, b: string): boolean => {
  const encoder = new TextEncoder()
  const left = encoder.encode(a)
  const right = encoder.encode(b)
  return left.length === right.length && crypto().timingSafeEqual(left, right)
}
