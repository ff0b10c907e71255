/**
 * Codecs: how the values of one noun are written into columns and read back. They bind text, numbers and null only, which
 * every driver takes; a boolean is 0 or 1, JSON is its own text, an instant is sortable text.
 */

export type Primitive = string | number | null
export type RawRow = Readonly<Record<string, unknown>>

export interface Column<A> {
  readonly name: string
  readonly read: (raw: unknown) => A
  readonly write: (value: A) => Primitive
}

/** The columns of one noun in one table. Reading trusts what was written through it, and checks only the column's kind. */
export interface Table<A> {
  /** `s.id AS "id", s.name AS "name"`; the prefix goes before the names, for rows that hold two nouns. */
  readonly select: (alias: string, prefix?: string) => string
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
  return {
    names,
    select: (alias, prefix = "") => names.map((name) => `${alias}.${name} AS "${prefix}${name}"`).join(", "),
    encode: (value) => {
      const row: Record<string, Primitive> = {}
      for (const key of keys) row[columns[key].name] = columns[key].write(value[key])
      return row
    },
    decode: (raw, prefix = "") => {
      const value: Partial<A> = {}
      for (const key of keys) value[key] = columns[key].read(raw[prefix + columns[key].name])
      return value as A
    },
  }
}

/** Text; also ids, names, instants and JSON, whose brands are made here. */
export const text = <A extends string>(name: string): Column<A> => ({
  name,
  read: (raw) => (typeof raw === "string" ? (raw as A) : unexpected(name, raw)),
  write: (value) => value,
})

/** Whole numbers and fractions. Drivers give 64-bit integers as text; ours stay below 2^53. */
export const number = <A extends number>(name: string): Column<A> => ({
  name,
  read: (raw) => toNumber(name, raw) as A,
  write: (value) => value,
})

/** No database keeps booleans alike, all keep 0 and 1. */
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

/** A value that has JSON of its own making, kept as text. */
export const json = <A>(
  name: string,
  decode: (value: unknown) => A,
  encode: (value: A) => unknown,
): Column<A> => ({
  name,
  read: (raw) => (typeof raw === "string" ? decode(JSON.parse(raw)) : unexpected(name, raw)),
  write: (value) => JSON.stringify(encode(value)),
})

/** A number out of a row without a table, such as a count. An application's own pool may have made a BigInt of it. */
export const toNumber = (name: string, raw: unknown): number => {
  const value = typeof raw === "bigint" || (typeof raw === "string" && raw !== "") ? Number(raw) : raw
  return typeof value === "number" && !Number.isNaN(value) ? value : unexpected(name, raw)
}

const unexpected = (name: string, raw: unknown): never => {
  throw new TypeError(
    `Column ${name} holds ${raw === null ? "null" : typeof raw}, which this version does not expect.`,
  )
}
