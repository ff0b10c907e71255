/**
 * A page of small rows arrives as one row, in which each column is the texts of all its rows, joined. A few long texts cost the
 * driver and the garbage collector next to nothing; millions of short ones are much of the work of a release.
 */

/** Stands in no text that is joined bare: names of people, ids and instants do not know it. */
const separator = "\u001f"

const joined = (text: string): string => `string_agg(${text}, chr(${separator.charCodeAt(0)}))`

/** SQL of a column that is never null. */
export const packed = (column: string): string => joined(`p.${column}`)
/** SQL of a column that may be null, and is never empty. */
export const packedOrNull = (column: string): string => joined(`COALESCE(p.${column}, '')`)
/** SQL of a column of free text: it goes as JSON, which escapes the separator. */
export const packedFree = (column: string): string => joined(`to_json(p.${column})::text`)
export const packedNumber = (column: string): string => joined(`COALESCE(p.${column}::text, '')`)

/** What Postgres answers for no rows at all. */
type Packed = string | null

export const texts = <A extends string>(column: Packed): ReadonlyArray<A> =>
  column === null ? [] : (column.split(separator) as ReadonlyArray<string> as ReadonlyArray<A>)

/** Whether there is one, and which. */
export const orNull = <A extends string>(text: A | undefined): A | null =>
  text === undefined || text === "" ? null : text

export const numberOrNull = <A extends number>(text: string | undefined): A | null =>
  text === undefined || text === "" ? null : (Number(text) as A)

/** Of texts that went as JSON. */
export const freeTexts = <A extends string>(column: Packed): ReadonlyArray<A> =>
  texts(column).map((text) => (text.includes("\\") ? JSON.parse(text) : text.slice(1, -1)) as A)
