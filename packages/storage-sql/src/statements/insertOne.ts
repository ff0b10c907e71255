/** Inserts single rows into a table: a text that is made once for its columns. */
import type { NewRow } from "./manyRows.ts"
import type { Rows, Statements } from "./Statements.ts"

/** `end` follows the values: ON CONFLICT, RETURNING. Every row has the columns of the first. */
export const insertOne = (
  { execute }: Pick<Statements, "execute">,
  table: string,
  end = "",
): ((row: NewRow) => Rows) => {
  let columns: ReadonlyArray<string> = []
  let text = ""
  return (row) => {
    if (text === "") {
      columns = Object.keys(row)
      text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ${end}`
    }
    return execute(
      text,
      columns.map((column) => row[column] ?? null),
    )
  }
}
