/** Inserts single rows into a table: a text that is made once for its columns. */

import type { SqlError } from "@effect/sql"
import type { Effect } from "effect"
import type { NewRow } from "./manyRows.ts"
import type { ListQuery } from "./Statements.ts"

/** `end` follows the values: ON CONFLICT, RETURNING. Every row has the columns of the first. */
export const insertOne = <A>(
  execute: (text: string, params: ListQuery["params"]) => Effect.Effect<A, SqlError.SqlError>,
  table: string,
  end = "",
): ((row: NewRow) => Effect.Effect<A, SqlError.SqlError>) => {
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
