/**
 * Lines of CSV as in RFC 4180. A spreadsheet takes a cell that begins with `= + - @`, also in full width, with a tab or with the end of a
 * line for a formula, whoever wrote the text: such texts get an apostrophe where people open the file in one. Numbers never do.
 */

export type CsvCell = string | number | boolean | null

export interface CsvLineOptions {
  /** Whether texts that a spreadsheet would run are guarded. */
  readonly isSpreadsheet: boolean
}

/** Apostrophes are part of the pattern, so that a text which begins like a guarded one is read back as it was. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/** The text with an apostrophe before it where a spreadsheet would run it. */
export const guardText = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text that {@link guardText} was given. */
export const unguardText = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

/** A line with its end. Null is an empty cell. */
export const formatCsvLine = (cells: ReadonlyArray<CsvCell>, { isSpreadsheet }: CsvLineOptions): string =>
  `${cells.map((cell) => formatCell(cell, isSpreadsheet)).join(",")}\n`

const formatCell = (cell: CsvCell, isSpreadsheet: boolean): string => {
  if (typeof cell !== "string") return cell === null ? "" : String(cell)
  // Also without a spreadsheet in mind: a reader could not distinguish such a text from a guarded one.
  const text = isSpreadsheet || guarded.test(cell) ? guardText(cell) : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
