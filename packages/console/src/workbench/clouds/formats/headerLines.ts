/** The lines of a text header in front of binary data. */

export interface HeaderLine {
  /** Counted from one, as editors do. */
  readonly number: number
  readonly text: string
}

export interface TextHeader {
  readonly lines: ReadonlyArray<HeaderLine>
  /** The offset of the data, in bytes. */
  readonly end: number
}

/** A header that does not end within this many bytes is none. */
const maxHeaderBytes = 65_536

const latin = new TextDecoder("latin1")

/** Reads lines up to and with the first that ends the header; undefined when none does. */
export const readHeaderLines = (
  bytes: Uint8Array,
  ends: (text: string) => boolean,
): TextHeader | undefined => {
  const lines: Array<HeaderLine> = []
  const limit = Math.min(bytes.length, maxHeaderBytes)
  for (let start = 0; start < limit; ) {
    const lineEnd = bytes.indexOf(0x0a, start)
    const end = lineEnd === -1 ? bytes.length : lineEnd
    if (end > limit) return undefined
    const text = latin.decode(bytes.subarray(start, end)).trim()
    lines.push({ number: lines.length + 1, text })
    start = end + 1
    if (ends(text)) return { lines, end: Math.min(start, bytes.length) }
  }
  return undefined
}
