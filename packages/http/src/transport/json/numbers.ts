/** Numbers of JSON that every 64-bit reader can read, and Python's words for numbers that JSON lacks. */
import { Fault } from "./fault.ts"
import { decodeSpan } from "./text.ts"

/** Maximum characters of a number: other parsers stop at longer ones. */
const longestNumber = 1000
/** Digits and exponent up to these limits cannot overflow. */
const safeDigits = 200
const safeExponent = 2

/** The position after a number that begins at `at`. */
export const skipNumber = (bytes: Uint8Array, at: number): number => {
  let i = at
  let byte = bytes[i] ?? 0
  if (byte === 0x2d) byte = bytes[++i] ?? 0
  if (byte === 0x49) throw new Fault("token", at)
  if (byte === 0x30) byte = bytes[++i] ?? 0
  else {
    i = skipDigits(bytes, i, at)
    byte = bytes[i] ?? 0
  }
  if (byte === 0x2e) {
    i = skipDigits(bytes, i + 1, at)
    byte = bytes[i] ?? 0
  }
  if (byte !== 0x65 && byte !== 0x45) return i - at > safeDigits ? checkNumber(bytes, at, i) : i
  const sign = bytes[i + 1]
  const from = sign === 0x2b || sign === 0x2d ? i + 2 : i + 1
  const end = skipDigits(bytes, from, at)
  return end - from > safeExponent || i - at > safeDigits ? checkNumber(bytes, at, end) : end
}

/** The end of a number that other readers might be unable to read. */
const checkNumber = (bytes: Uint8Array, at: number, end: number): number => {
  if (end - at > longestNumber) throw new Fault("digits", at)
  if (!Number.isFinite(Number(decodeSpan(bytes, at, end)))) throw new Fault("range", at)
  return end
}

/** The position after one or more digits. */
const skipDigits = (bytes: Uint8Array, from: number, number: number): number => {
  let i = from
  let byte = bytes[i] ?? 0
  while ((byte ^ 0x30) <= 9) byte = bytes[++i] ?? 0
  if (i === from) throw i >= bytes.length ? new Fault("end", i) : new Fault("number", number)
  return i
}

const words = ["NaN", "Infinity", "-Infinity"]

/** The position after one of Python's words; `at` itself when there is none. */
export const skipNotANumber = (bytes: Uint8Array, at: number): number => {
  const word = words.find((one) => hasWordAt(bytes, at, one))
  return word === undefined ? at : at + word.length
}

const hasWordAt = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}
