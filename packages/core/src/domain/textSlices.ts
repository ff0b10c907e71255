/** Long text in slices that are quickly encoded. */

const sliceLength = 128 * 1024

/** Splits texts into slices that are fast to encode. Copies nothing: a slice of a string is a view of it. */
export function* textSlices(texts: ReadonlyArray<string>): Generator<string> {
  for (const text of texts) {
    let start = 0
    while (start < text.length) {
      const end = boundary(text, start + sliceLength)
      yield text.slice(start, end)
      start = end
    }
  }
}

/** Keeps surrogate pairs together, because half a pair cannot be encoded. */
const boundary = (text: string, at: number): number =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && at < text.length ? at + 1 : at
