/** Readers of search parameters. What an address cannot mean is undefined, so that an old link still opens. */

/** The parameters of an address, of which nothing is known. */
export type SearchInput = Readonly<Record<string, unknown>>

/** A text without space around it. The router reads a name such as 0012 as a number. */
export const readText = (value: unknown): string | undefined => {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined
}

/** A day such as `2026-11-20`. */
export const readDay = (value: unknown): string | undefined => {
  const text = readText(value)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

/** A number of a page. It counts from 1, and is absent on the first page. */
export const readPageNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 1 ? value : undefined

type Given<A> = { [Key in keyof A]?: Exclude<A[Key], undefined> }

/** The fields that are there. Cast: `fromEntries` forgets which key has which value. */
export const omitUndefined = <A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>
