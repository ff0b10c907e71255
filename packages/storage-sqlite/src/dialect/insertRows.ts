/** Inserts many rows into one table on SQLite, as rows of VALUES. */
import {
  columnsOf,
  type DialectShape,
  type ListQuery,
  type NewRows,
  type Primitive,
  returningOf,
} from "@annotary/storage-sql"
import { Effect } from "effect"

export const insertRows: DialectShape["insertRows"] = ({ direct }) => {
  /** One text for each table, set of columns and number of rows. */
  const texts = new Map<string, string>()
  return (added) => {
    const parts = partsOf(added, texts)
    const [only] = parts
    // Most inserts are one row; combining several answers would add a sixth to its time.
    if (only !== undefined && parts.length === 1) return direct((run) => run(only))
    return direct((run) => Effect.map(Effect.forEach(parts, run), (answers) => answers.flat()))
  }
}

type Texts = Map<string, string>

/** Splits an insert into statements. */
const partsOf = (added: NewRows, texts: Texts): ReadonlyArray<ListQuery> => {
  const columns = columnsOf(added.rows)
  const parts: Array<ListQuery> = []
  for (let start = 0; start < added.rows.length; ) {
    const size = sizes.find((each) => start + each <= added.rows.length) ?? 1
    parts.push({
      text: valuesText(added, columns, size, texts),
      params: valuesOf(added.rows, columns, start, start + size),
    })
    start += size
  }
  return parts
}

/** The values of some rows, one row after the other. A loop, because an array for each row would take longer than the rest. */
const valuesOf = (
  rows: NewRows["rows"],
  columns: ReadonlyArray<string>,
  start: number,
  end: number,
): ReadonlyArray<Primitive> => {
  const values: Array<Primitive> = []
  for (let i = start; i < end; i++) {
    const row = rows[i]
    for (const column of columns) values.push(row?.[column] ?? null)
  }
  return values
}

/** Numbers of rows in one statement: few, so that few texts are prepared, and below SQLite's limit of parameters. */
const sizes = [500, 50, 5, 1]

const valuesText = (added: NewRows, columns: ReadonlyArray<string>, size: number, texts: Texts): string => {
  const names = columns.join(", ")
  const ends = `${added.conflict ?? ""} ${returningOf(added)}`
  const key = `${added.table} ${size} ${names} ${ends}`
  let text = texts.get(key)
  if (text === undefined) {
    const row = `(${columns.map(() => "?").join(", ")})`
    const rows = Array.from({ length: size }, () => row).join(", ")
    text = `INSERT INTO ${added.table} (${names}) VALUES ${rows} ${ends}`
    texts.set(key, text)
  }
  return text
}
