/**
 * JSON text that is too long for memory: it is read from storage in pieces while it is written. In memory, a body of
 * many megabytes exists as several copies (the driver's, the string, its bytes), which are collected late.
 */
import { Context, type Stream } from "effect"

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

/** Whether the caller writes long texts in pieces, as HTTP does. False by default; then every text is complete. */
export class TakesLongTexts extends Context.Reference<TakesLongTexts>()("@annotary/core/TakesLongTexts", {
  defaultValue: () => false,
}) {}
