/**
 * Column codecs, which encode the fields of an entity as columns and decode them. They use text, numbers and null only, which
 * every driver accepts: a boolean is 0 or 1, JSON is its text, an instant is text that sorts in the order of time.
 */

export type Primitive = string | number | null
export type RawRow = Readonly<Record<string, unknown>>

export interface Column<A> {
  readonly name: string
  readonly read: (raw: unknown) => A
  readonly write: (value: A) => Primitive
}

/** SQL to select in place of columns, by field. */
type SqlInstead<A> = { readonly [Key in keyof A]?: string }

/** The columns of one entity in one table. Decoding trusts what was encoded, and checks only the type of each column. */
export interface Table<A> {
  /** `s.id AS "id", s.name AS "name"`; a prefix distinguishes the names in rows that contain two entities. */
  readonly select: (alias: string, prefix?: string, instead?: SqlInstead<A>) => string
  /** The bare column names, for INSERT … SELECT and RETURNING. */
  readonly names: ReadonlyArray<string>
  readonly encode: (value: A) => Record<string, Primitive>
  readonly decode: (raw: RawRow, prefix?: string) => A
}

export const table = <A extends object>(
  columns: { readonly [Key in keyof A]-?: Column<A[Key]> },
): Table<A> => {
  const keys: Array<Extract<keyof A, string>> = []
  for (const key in columns) keys.push(key)
  const names = keys.map((key) => columns[key].name)
  const fields = keys.map((key) => ({ key, name: columns[key].name, read: columns[key].read }))
  return {
    names,
    select: (alias, prefix = "", instead = undefined) =>
      fields
        .map(({ key, name }) => `${instead?.[key] ?? `${alias}.${name}`} AS "${prefix}${name}"`)
        .join(", "),
    encode: (value) => {
      const row: Record<string, Primitive> = {}
      for (const key of keys) row[columns[key].name] = columns[key].write(value[key])
      return row
    },
    decode: (raw, prefix = "") => {
      const value: Partial<A> = {}
      for (const { key, name, read } of fields) value[key] = read(raw[prefix === "" ? name : prefix + name])
      // All keys are set: the type of `columns` has each of them.
      return value as A
    },
  }
}

/** Text; also ids, names, instants and JSON, whose brands are asserted here. */
export const text = <A extends string>(name: string): Column<A> => ({
  name,
  // The brand was checked when the value was written.
  read: (raw) => (typeof raw === "string" ? (raw as A) : throwUnexpected(name, raw)),
  write: (value) => value,
})

/** Whole numbers and fractions. Drivers return 64-bit integers as text; ours stay below 2^53. */
export const number = <A extends number>(name: string): Column<A> => ({
  name,
  // The brand was checked when the value was written.
  read: (raw) => toNumber(name, raw) as A,
  write: (value) => value,
})

/** A boolean as 0 or 1, which all databases store alike. */
export const flag = (name: string): Column<boolean> => ({
  name,
  read: (raw) => toNumber(name, raw) !== 0,
  write: (value) => (value ? 1 : 0),
})

export const nullable = <A>(column: Column<A>): Column<A | null> => ({
  name: column.name,
  read: (raw) => (raw === null || raw === undefined ? null : column.read(raw)),
  write: (value) => (value === null ? null : column.write(value)),
})

/** A value that is stored as JSON text. Short texts are decoded once, because many rows and calls have the same. */
export const json = <A>(
  name: string,
  decode: (value: unknown) => A,
  encode: (value: A) => unknown,
): Column<A> => {
  const decoded = new Map<string, A>()
  return {
    name,
    read: (raw) => {
      if (typeof raw !== "string") return throwUnexpected(name, raw)
      const before = decoded.get(raw)
      if (before !== undefined) return before
      const value = decode(JSON.parse(raw))
      if (raw.length > maxCachedLength) return value
      if (decoded.size >= maxCachedValues) decoded.clear()
      decoded.set(raw, value)
      return value
    },
    write: (value) => JSON.stringify(encode(value)),
  }
}

/** Bounds the memory of decoded texts: their length in characters, and their number for each column. */
const maxCachedLength = 1024
const maxCachedValues = 100

/** A number from a row without a codec, such as a count. An application's own pool may return it as a BigInt. */
export const toNumber = (name: string, raw: unknown): number => {
  const value = typeof raw === "bigint" || (typeof raw === "string" && raw !== "") ? Number(raw) : raw
  return typeof value === "number" && !Number.isNaN(value) ? value : throwUnexpected(name, raw)
}

const throwUnexpected = (name: string, raw: unknown): never => {
  throw new TypeError(
    `Column ${name} holds ${raw === null ? "null" : typeof raw}, which this version does not expect.`,
  )
}
