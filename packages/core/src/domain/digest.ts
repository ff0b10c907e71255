/**
 * Computes digests. Node's crypto is loaded by `process.getBuiltinModule`, so that a browser bundle contains no Node built-in.
 * `computeSha256Hex` works without it; the others say which runtime they need.
 */
import { computePureSha256Hex } from "./sha256.ts"

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

const findCrypto = (): Crypto | undefined => {
  const host = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  loaded ??= host.process?.getBuiltinModule?.("node:crypto") as Crypto | undefined
  return loaded
}

const getCrypto = (): Crypto => {
  const nodeCrypto = findCrypto()
  if (nodeCrypto === undefined)
    throw new Error("Digests need Node.js 20.16 or newer, or a runtime that is compatible with it.")
  return nodeCrypto
}

/** SHA-256 of UTF-8 text or of bytes, hex. */
export const computeSha256Hex = (data: string | Uint8Array): string => {
  const nodeCrypto = findCrypto()
  return nodeCrypto === undefined
    ? computePureSha256Hex(data)
    : (nodeCrypto.hash?.("sha256", data, "hex") ?? nodeCrypto.createHash("sha256").update(data).digest("hex"))
}

/** Writes the 32 bytes of a SHA-256 into `target`. The host returns text in half the time of bytes. */
export const computeSha256Into = (data: string | Uint8Array, target: Uint8Array, at = 0): Uint8Array => {
  const text =
    getCrypto().hash?.("sha256", data, "latin1") ??
    getCrypto().createHash("sha256").update(data).digest("latin1")
  for (let i = 0; i < sha256Length; i++) target[at + i] = text.charCodeAt(i)
  return target
}

/** The length of a SHA-256 in bytes. */
export const sha256Length = 32

/** SHA-256 of UTF-8 text or of bytes, as bytes. */
export const computeSha256Bytes = (data: string | Uint8Array): Uint8Array =>
  computeSha256Into(data, new Uint8Array(sha256Length))

/** SHA-256 of data that arrives in pieces. */
export const makeSha256Stream = (): {
  readonly update: (data: string | Uint8Array) => void
  /** The digest of all data so far. */
  readonly hex: () => string
  readonly bytes: () => Uint8Array
} => {
  const hash = getCrypto().createHash("sha256")
  return {
    update: (data) => void hash.update(data),
    hex: () => hash.digest("hex"),
    bytes: () => Uint8Array.from(hash.digest("latin1"), (character) => character.charCodeAt(0)),
  }
}

/** HMAC-SHA-256 of UTF-8 text, base64url. */
export const computeHmacSha256 = (key: Uint8Array, text: string): string =>
  getCrypto().createHmac("sha256", key).update(text).digest("base64url")

/** Compares digests in constant time. */
export const isSameDigest = (a: string, b: string): boolean => {
  const encoder = new TextEncoder()
  const left = encoder.encode(a)
  const right = encoder.encode(b)
  return left.length === right.length && getCrypto().timingSafeEqual(left, right)
}
