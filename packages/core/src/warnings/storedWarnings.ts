/**
 * The warnings of a check result as they are stored: a JSON list with each warning on a line of its own, so that a page of ten
 * thousand is found without reading the others. JSON writes no line ends into its strings.
 */
import { type JsonText, trustedJson } from "../domain/JsonText.ts"
import type { StoredWarning } from "../domain/Warning.ts"

export interface WarningPage {
  readonly offset: number
  readonly limit: number
}

export const storedWarnings = (warnings: ReadonlyArray<StoredWarning>): JsonText =>
  trustedJson(`[${warnings.map((one) => JSON.stringify(one)).join(between)}]`)

/** All of them; they were written by us, so they are not looked at again. */
export const warningsIn = (text: JsonText): ReadonlyArray<StoredWarning> =>
  JSON.parse(text) as ReadonlyArray<StoredWarning>

/** Some of them, and whether there are more behind. */
export const warningsOfPage = (
  text: JsonText,
  { limit, offset }: WarningPage,
): { readonly warnings: ReadonlyArray<StoredWarning>; readonly more: boolean } => {
  const start = lineStart(text, 1, offset)
  if (start === undefined) return { warnings: [], more: false }
  const end = lineStart(text, start, limit)
  const lines = end === undefined ? text.slice(start) : `${text.slice(start, end - between.length)}]`
  return { warnings: warningsIn(trustedJson(`[${lines}`)), more: end !== undefined }
}

const between = ",\n"

/** Where the line begins that is so many lines behind the one at `from`. */
const lineStart = (text: string, from: number, lines: number): number | undefined => {
  let at = from
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf(between, at)
    if (next < 0) return undefined
    at = next + between.length
  }
  return at
}
