/** Bytes of JSON as text that is rewritten in parts, wherever they end. */

/** Passes text on, and holds back an end that may belong to a longer match. */
export interface HeldBack {
  /** The text that is complete now. Latin-1: it has a character for each byte. */
  readonly push: (bytes: Uint8Array) => string
  /** The rest. */
  readonly end: () => string
}

/** `completeEnd`: the length of a text without an end that may go on. */
export const makeHeldBack = (completeEnd: (text: string) => number): HeldBack => {
  let rest = ""
  return {
    push: (bytes) => {
      const text = rest + toLatin1Text(bytes)
      const end = completeEnd(text)
      rest = text.slice(end)
      return text.slice(0, end)
    },
    end: () => {
      const last = rest
      rest = ""
      return last
    },
  }
}

/** The bytes of a text with a character for each byte; none for an empty one. */
export const toLatin1Bytes = (text: string): ReadonlyArray<Uint8Array> =>
  text === "" ? [] : [Buffer.from(text, "latin1")]

/** Bytes as a text with a character for each of them. */
export const toLatin1Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
