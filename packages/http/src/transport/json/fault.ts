/**
 * Why a text is not acceptable JSON: a sentence and a place, never the sender's text, because the SDK selects its
 * exceptions by words in the body.
 */

export const sentences = {
  empty: "Expected a JSON value, but there is nothing here.",
  value: "Expected a JSON value.",
  token: "NaN and Infinity are not JSON; use a finite number or null.",
  number: "This number is not written as JSON demands.",
  digits: "This number has more than 1000 characters.",
  range: "This number is too large for a 64-bit floating-point number.",
  key: "Expected a key in double quotes or a closing brace.",
  colon: "Expected a colon after the key.",
  brace: "Expected a comma or a closing brace.",
  bracket: "Expected a comma or a closing bracket.",
  end: "The text ends in the middle of a value.",
  trailing: "Expected the end of the text after the value.",
  control: "A control character must be written as an escape.",
  escape: "This escape is not one that JSON knows.",
  zero: "U+0000 cannot be stored in a text.",
  surrogate: "A surrogate escape must come in a pair.",
  utf8: "The text is not valid UTF-8.",
  duplicate: "The same key appears twice in one object.",
  depth: "The value is nested too deeply.",
  keys: "The objects have more keys than are allowed.",
  items: "The array holds more items than are allowed.",
} as const

export type FaultReason = keyof typeof sentences

/** The first error: line and column from 1, in characters; offset from 0, in bytes. */
export interface JsonFault {
  readonly reason: FaultReason
  readonly message: string
  readonly line: number
  readonly column: number
  readonly offset: number
  /** The JSON Pointer of the value, for a number in a valid place that is not acceptable. */
  readonly pointer?: string
}

/** Leaves the scanner's loops: thrown in this folder and caught by `scan`. */
export class Fault {
  constructor(
    readonly reason: FaultReason,
    readonly offset: number,
  ) {}
}
