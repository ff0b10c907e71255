/**
 * The condition that a column has one of many values. On Postgres they are one array: as parameters of their own, hundreds of
 * ids would take longer to send and to plan with than to find.
 */
import type { SqlClient, Statement } from "@effect/sql"

export const among = (
  sql: SqlClient.SqlClient,
  column: string,
  values: ReadonlyArray<string>,
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${sql(column)} = ANY (${values})`,
    orElse: () => sql.in(column, values),
  })
