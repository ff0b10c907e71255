/**
 * JSON text that is too long to be held: it is read from storage in pieces, while it is written. Held whole, a body of many
 * megabytes is several copies at once (the driver's, the string, its bytes), which the garbage collector takes late.
 */
import { Context, type Stream } from "effect"

export class LongText {
  /** The text or its UTF-8 bytes; bytes may be cut within a character. To be run any number of times. */
  constructor(readonly pieces: Stream.Stream<string | Uint8Array>) {}
}

/** Bodies that were left in storage: what they belong to has null in their place. */
export interface LongBodies {
  /** Of the sample. */
  readonly attributes?: LongText | undefined
  /** Of its label. */
  readonly label?: LongText | undefined
}

/**
 * Whether the caller writes long texts piece by piece, as HTTP does. It is false unless somebody says so, and then every text
 * comes whole.
 */
export class TakesLongTexts extends Context.Reference<TakesLongTexts>()("@annotary/core/TakesLongTexts", {
  defaultValue: () => false,
}) {}
