/** Secrets of sessions and links: 256 random bits in base64url. Only their digest is stored. */
import { Encoding, Redacted } from "effect"
import { computeSha256Hex } from "../domain/digest.ts"

const form = /^[A-Za-z0-9_-]{43}$/

/** A new secret from the runtime's own random source. */
export const generateSecret = (): string =>
  Encoding.encodeBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(32)))

/** The digest by which a secret is stored and found. Null for a text that cannot be one. */
export const digestSecret = (secret: Redacted.Redacted): string | null => {
  const text = Redacted.value(secret)
  return form.test(text) ? computeSha256Hex(text) : null
}
