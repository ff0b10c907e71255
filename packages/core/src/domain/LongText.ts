import type { Stream } from "effect"

/**
 * JSON text that is too long for memory: it is read from storage in pieces while it is written. In memory, a body of
 * many megabytes exists as several copies (the driver's, the string, its bytes), which are collected late.
 */
export class LongText {
  /** The pieces: text, or UTF-8 bytes that may be cut within a character. Can be read any number of times. */
  constructor(readonly pieces: Stream.Stream<string | Uint8Array>) {}
}

/** Bodies that remain in storage. The resources have null in their place. */
export interface LongBodies {
  /** The attributes of the sample. */
  readonly attributes?: LongText | undefined
  /** The attributes of its label. */
  readonly label?: LongText | undefined
}

/** The length of a slice in characters. */
const sliceLength = 128 * 1024

/** Splits texts into slices that are fast to encode. Copies nothing: a slice of a string is a view of it. */
export function* sliceTexts(texts: ReadonlyArray<string>): Generator<string> {
  for (const text of texts) {
    let start = 0
    while (start < text.length) {
      const end = findBoundary(text, start + sliceLength)
      yield text.slice(start, end)
      start = end
    }
  }
}

/** Keeps surrogate pairs together, because half a pair cannot be encoded. */
const findBoundary = (text: string, at: number): number =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && at < text.length ? at + 1 : at
