/**
 * Packs a page of small rows into one row: each column contains the texts of all rows, joined by a separator. A few long texts
 * are cheap for the driver and the garbage collector, while millions of short ones would dominate the time of a release.
 */

/** Does not occur in usernames, ids and instants, which are joined unescaped. */
const separator = "\u001f"

const joinTexts = (text: string): string => `string_agg(${text}, chr(${separator.charCodeAt(0)}))`

/** Packs a column that is never null. */
export const packColumn = (column: string): string => joinTexts(`p.${column}`)
/** Packs a column that may be null and is never empty. */
export const packNullable = (column: string): string => joinTexts(`COALESCE(p.${column}, '')`)
/** Packs a column of free text as JSON, which escapes the separator. */
export const packFreeText = (column: string): string => joinTexts(`to_json(p.${column})::text`)
/** Packs a column of numbers that may be null. */
export const packNumber = (column: string): string => joinTexts(`COALESCE(p.${column}::text, '')`)

/** A packed column; null for a page without rows. */
type Packed = string | null

/** The texts of a packed column. The brand was checked when the values were written. */
export const unpackTexts = <A extends string>(column: Packed): ReadonlyArray<A> =>
  column === null ? [] : (column.split(separator) as ReadonlyArray<string> as ReadonlyArray<A>)

/** A text of a column of `packNullable`. */
export const toTextOrNull = <A extends string>(text: A | undefined): A | null =>
  text === undefined || text === "" ? null : text

/** A number of a column of `packNumber`. The brand was checked when the value was written. */
export const parseNumberOrNull = <A extends number>(text: string | undefined): A | null =>
  text === undefined || text === "" ? null : (Number(text) as A)

/** The texts of a column of `packFreeText`. The brand was checked when the values were written. */
export const unpackFreeTexts = <A extends string>(column: Packed): ReadonlyArray<A> =>
  unpackTexts(column).map((text) => (text.includes("\\") ? JSON.parse(text) : text.slice(1, -1)) as A)
