/** Removes the white space around the tokens of a value. Digits, escapes and key order stay exactly as sent. */
import type { Span } from "./scan.ts"
import { decodeSpan } from "./text.ts"

/** The minified text of a span returned by {@link scan}. */
export const minify = (bytes: Uint8Array, span: Span): string => {
  if (!span.spaced) return decodeSpan(bytes, span.start, span.end)
  const dense = removeSpaces(bytes, span)
  return decodeSpan(dense, 0, dense.length)
}

/** The minified bytes of a span; a view of the given bytes when there is nothing to remove. */
export const minifySpan = (bytes: Uint8Array, span: Span): Uint8Array =>
  span.spaced ? removeSpaces(bytes, span) : bytes.subarray(span.start, span.end)

const removeSpaces = (bytes: Uint8Array, { end, start }: Span): Uint8Array => {
  const out = Buffer.allocUnsafe(end - start)
  let length = 0
  let i = start
  while (i < end) {
    const byte = bytes[i++] ?? 0
    if (byte <= 0x20) continue
    out[length++] = byte
    if (byte !== 0x22) continue
    for (;;) {
      const inside = bytes[i++] ?? 0x22
      out[length++] = inside
      if (inside === 0x22) break
      if (inside === 0x5c) out[length++] = bytes[i++] ?? 0
    }
  }
  return out.subarray(0, length)
}
