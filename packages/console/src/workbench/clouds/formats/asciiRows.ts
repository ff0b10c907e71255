/** Rows of numbers in text, as PCD and PLY write points. */
import { CloudError, shortenText } from "./CloudError.ts"

export interface AsciiData {
  readonly bytes: Uint8Array
  /** The place of the first row, and the number of that line. */
  readonly start: number
  readonly line: number
  /** The number of values in each row. */
  readonly width: number
  readonly rows: number
}

/**
 * Calls back with the values of each row, in one array that is filled anew. Empty lines are passed over. Returns the
 * number of rows that were there, which is less than expected in a file that was cut off.
 */
export const readAsciiRows = (
  { bytes, line, rows, start, width }: AsciiData,
  row: (values: Float64Array) => void,
): number => {
  const text = new TextDecoder("latin1").decode(bytes.subarray(start))
  const values = new Float64Array(width)
  let read = 0
  let number = line
  for (let at = 0; at < text.length && read < rows; number += 1) {
    const lineEnd = text.indexOf("\n", at)
    const end = lineEnd === -1 ? text.length : lineEnd
    const words = text.slice(at, end).trim()
    at = end + 1
    if (words === "") continue
    fill(values, words, number)
    row(values)
    read += 1
  }
  return read
}

const fill = (values: Float64Array, text: string, line: number): void => {
  const words = text.split(/\s+/)
  if (words.length < values.length)
    throw new CloudError("value", { line, name: "POINT", found: words.length, expected: values.length })
  for (let index = 0; index < values.length; index++) {
    const word = words[index] ?? ""
    const value = Number(word)
    // As C prints numbers that are not finite; points that have them are left out.
    if (Number.isNaN(value) && !/^[+-]?(nan|inf(inity)?)$/i.test(word))
      throw new CloudError("number", { line, text: shortenText(word) })
    values[index] = value
  }
}
