/**
 * Many rows into one table, in the way that is fastest on each database. On Postgres the values of a column are one array, so
 * that the statement's text stays the same and is parsed once; and rows that should be new are first written as if they were,
 * because looking out for those that are there costs as much again. On SQLite a row is a row of VALUES.
 */
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import type { Primitive, RawRow } from "./columns.ts"
import type { ListQuery } from "./query.ts"

export type NewRow = Readonly<Record<string, Primitive>>

export interface NewRows {
  readonly table: string
  /** All with the same columns. Sort them by what must be unique, so that two writers never wait for each other in a circle. */
  readonly rows: ReadonlyArray<NewRow>
  /** `ON CONFLICT …`, for rows that may be there already; without it such a row is a fault. */
  readonly conflict?: string
  /** Most rows are there already: it is not tried first whether they are new. */
  readonly met?: boolean
  /** A column to answer of each row that was written. */
  readonly returning?: string
}

export type InsertRows = (ask: NewRows) => Effect.Effect<ReadonlyArray<RawRow>, SqlError.SqlError>

/** Runs inside a transaction. */
export const insertRows = (
  database: Pick<DatabaseShape, "dialect" | "direct" | "unlessTaken">,
): InsertRows => (database.dialect.name === "postgres" ? arrays(database) : values(database))

/** From so many rows on, a savepoint is cheaper than what it saves. */
const worthTrying = 20

const arrays =
  ({ direct, unlessTaken }: Pick<DatabaseShape, "direct" | "unlessTaken">): InsertRows =>
  (ask) => {
    if (ask.rows.length === 0) return Effect.succeed([])
    const { text, params } = fromArrays(ask)
    const insert = (conflict: string) =>
      direct((run) => run({ text: `${text} ${conflict} ${returningOf(ask)}`, params }))
    if (ask.conflict === undefined) return insert("")
    const careful = insert(ask.conflict)
    return ask.met === true || ask.rows.length < worthTrying
      ? careful
      : Effect.flatMap(
          unlessTaken(insert("")),
          Option.match({ onNone: () => careful, onSome: Effect.succeed }),
        )
  }

/** A column of nulls is left out: it has no type, and is null without being written. */
const fromArrays = ({ rows, table }: NewRows): ListQuery => {
  const types = new Map<string, string>()
  for (const column of columnsOf(rows)) {
    const value = rows.find((row) => row[column] !== null)?.[column]
    if (value !== undefined) types.set(column, typeof value === "number" ? "float8" : "text")
  }
  const columns = [...types.keys()]
  const lists = [...types.values()].map((type, index) => `$${index + 1}::${type}[]`)
  return {
    text: `INSERT INTO ${table} (${columns.join(", ")}) SELECT * FROM unnest(${lists.join(", ")})`,
    params: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }
}

const values =
  ({ direct }: Pick<DatabaseShape, "direct">): InsertRows =>
  (ask) => {
    const parts = partsOf(ask)
    const [only] = parts
    // Most are one row, of whose time the machinery for several answers would be a sixth.
    if (only !== undefined && parts.length === 1) return direct((run) => run(only))
    return direct((run) => Effect.map(Effect.forEach(parts, run), (answers) => answers.flat()))
  }

/** The statements that it takes. */
const partsOf = (ask: NewRows): ReadonlyArray<ListQuery> => {
  const columns = columnsOf(ask.rows)
  const parts: Array<ListQuery> = []
  for (let start = 0; start < ask.rows.length; ) {
    const size = sizes.find((each) => start + each <= ask.rows.length) ?? 1
    const rows = ask.rows.slice(start, start + size)
    const params = rows.flatMap((row) => columns.map((column) => row[column] ?? null))
    parts.push({ text: valuesText(ask, columns, size), params })
    start += size
  }
  return parts
}

/** Rows in one statement: few sizes, so that few texts are prepared. Their parameters stay below what SQLite takes. */
const sizes = [500, 50, 5, 1]

const valuesText = (ask: NewRows, columns: ReadonlyArray<string>, size: number): string => {
  const names = columns.join(", ")
  const ends = `${ask.conflict ?? ""} ${returningOf(ask)}`
  const key = `${ask.table} ${size} ${names} ${ends}`
  let text = texts.get(key)
  if (text === undefined) {
    const row = `(${columns.map(() => "?").join(", ")})`
    const rows = Array.from({ length: size }, () => row).join(", ")
    text = `INSERT INTO ${ask.table} (${names}) VALUES ${rows} ${ends}`
    texts.set(key, text)
  }
  return text
}

/** One for each table, set of columns and size. */
const texts = new Map<string, string>()

const returningOf = ({ returning }: NewRows): string =>
  returning === undefined ? "" : `RETURNING ${returning}`

const columnsOf = (rows: ReadonlyArray<NewRow>): ReadonlyArray<string> => Object.keys(rows[0] ?? {})
