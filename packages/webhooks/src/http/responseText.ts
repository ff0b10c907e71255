/** The beginning of an answer's body as text that every database can keep: whatever is no UTF-8 becomes U+FFFD, and so does NUL. */
export const responseText = (bytes: Uint8Array, maxBytes: number): string => {
  const text = new TextDecoder("utf-8").decode(bytes).replaceAll("\u0000", "\ufffd")
  return cutToBytes(text, maxBytes)
}

/** The longest beginning that takes no more bytes as UTF-8 and cuts no character in two. */
export const cutToBytes = (text: string, maxBytes: number): string => {
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  // Back to the first byte of a character: the others are 10xxxxxx.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString("utf8", 0, end)
}
