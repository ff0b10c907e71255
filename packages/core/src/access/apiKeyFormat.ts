/** The format of an API key: `ann_`, 8 characters that identify it, `_`, and 32 random bytes as 43 base62 characters. */
import { Redacted } from "effect"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const form = /^ann_([0-9A-Za-z]{8})_[0-9A-Za-z]{43}$/

/** The public id of the key, or null when the format differs. */
export const parseApiKeyId = (secret: string): string | null => form.exec(secret)?.[1] ?? null

/** The key out of `Authorization: APIKey <key>`, the scheme without regard to case. */
export const readBearerToken = (header: string | undefined): string | null =>
  /^APIKey +(\S+) *$/i.exec(header ?? "")?.[1] ?? null

/** The key made of 6 bytes for its name and 32 for its secret. */
export const formatApiKey = (name: Uint8Array, secret: Uint8Array): string =>
  `ann_${encodeBase62(name, 8)}_${encodeBase62(secret, 43)}`

/** A new key from the runtime's own random source. */
export const generateApiKey = (): string =>
  formatApiKey(
    globalThis.crypto.getRandomValues(new Uint8Array(6)),
    globalThis.crypto.getRandomValues(new Uint8Array(32)),
  )

/** The last `length` base62 digits of the bytes as one number. 43 digits represent 32 bytes. */
const encodeBase62 = (bytes: Uint8Array, length: number): string => {
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  let text = ""
  for (let digit = 0; digit < length; digit++) {
    text = alphabet.charAt(Number(number % 62n)) + text
    number /= 62n
  }
  return text
}

/** Reads a secret that is wrapped to keep it out of logs. */
export const reveal = (secret: Redacted.Redacted): string => Redacted.value(secret)
