/**
 * Scans the inside of a JSON string: finds its end and checks that its text can be stored. Plain ASCII takes one table
 * lookup per byte; escapes and multi-byte characters leave that loop.
 */
import { isAscii } from "node:buffer"
import { Fault } from "./fault.ts"

/** The class of a byte inside a string: 0 passes, everything else stops the loop. */
const stops = new Uint8Array(256).fill(1, 0, 0x20).fill(1, 0x80)
stops[0x22] = 1
stops[0x5c] = 1

/** The position of the first byte that is not plain ASCII: for most keys, the closing quote. */
export const skipPlain = (bytes: Uint8Array, from: number): number => {
  let i = from
  while (stops[bytes[i] ?? 0] === 0) i++
  return i
}

/** The position of the closing quote of a string that begins at `from`. */
export const findClosingQuote = (bytes: Uint8Array, from: number): number => {
  let i = from
  for (;;) {
    let byte = bytes[i] ?? 0
    while (stops[byte] === 0) byte = bytes[++i] ?? 0
    if (byte === 0x22) return i
    if (byte === 0x5c) i = skipEscape(bytes, i)
    else if (byte >= 0x80) i = skipCharacter(bytes, i)
    else throw new Fault(i >= bytes.length ? "end" : "control", i)
  }
}

const skipEscape = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at + 1] ?? 0
  if (byte === 0x75) return skipUnicodeEscape(bytes, at)
  if (simpleEscapes[byte] === 1) return at + 2
  throw new Fault(at + 1 >= bytes.length ? "end" : "escape", at)
}

const simpleEscapes = new Uint8Array(256)
for (const character of '"\\/bfnrt') simpleEscapes[character.charCodeAt(0)] = 1

const skipUnicodeEscape = (bytes: Uint8Array, at: number): number => {
  const unit = readHexUnit(bytes, at)
  if (unit === 0) throw new Fault("zero", at)
  if ((unit & 0xf800) !== 0xd800) return at + 6
  if (unit >= 0xdc00 || bytes[at + 6] !== 0x5c || bytes[at + 7] !== 0x75) throw new Fault("surrogate", at)
  if ((readHexUnit(bytes, at + 6) & 0xfc00) !== 0xdc00) throw new Fault("surrogate", at)
  return at + 12
}

const readHexUnit = (bytes: Uint8Array, at: number): number => {
  let unit = 0
  for (let i = at + 2; i < at + 6; i++) {
    const digit = hexDigits[bytes[i] ?? 0] ?? 0
    if (digit === 0) throw new Fault(i >= bytes.length ? "end" : "escape", at)
    unit = (unit << 4) | (digit - 1)
  }
  return unit
}

/** The digit's value plus one; 0 is not a digit. */
const hexDigits = new Uint8Array(256)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  hexDigits[digit.charCodeAt(0)] = value + 1
  hexDigits[digit.toUpperCase().charCodeAt(0)] = value + 1
}

/** The position after one character of two to four bytes (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
const skipCharacter = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1] ?? 0
  if (first >= 0xc2 && first <= 0xdf && isContinuation(second)) return at + 2
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80
    const high = first === 0xed ? 0x9f : 0xbf
    if (second >= low && second <= high && isContinuation(bytes[at + 2] ?? 0)) return at + 3
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80
    const high = first === 0xf4 ? 0x8f : 0xbf
    const fits = second >= low && second <= high
    if (fits && isContinuation(bytes[at + 2] ?? 0) && isContinuation(bytes[at + 3] ?? 0)) return at + 4
  }
  throw new Fault("utf8", at)
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

/** The text of a span as it was sent. ASCII is tested first, because Latin-1 decoding is a plain copy. */
export const decodeSpan = (bytes: Uint8Array, start: number, end: number): string => {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
  return isAscii(part) ? part.toString("latin1") : part.toString("utf8")
}
