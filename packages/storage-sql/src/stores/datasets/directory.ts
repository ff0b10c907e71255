/**
 * The directory in SQL: which dataset holds what a caller names by its id alone. A look-up reads it first, for one id within
 * its own statement, and says the dataset in every condition that follows; rows come and go in the transaction of what they
 * name.
 */
import type { DatasetId, IssueId, LabelsetId, ReleaseId, SampleId } from "@annotary/core/effect"
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { chunked } from "../../rows/results.ts"

/** What the ports look up by id alone. */
export type ListedId = SampleId | LabelsetId | IssueId | ReleaseId

/** The dataset that holds this, as an expression; NULL, which nothing equals, when nobody knows it. */
export const homeOf = (sql: SqlClient.SqlClient, id: ListedId): Statement.Fragment =>
  sql`(SELECT home.dataset_id FROM directory home WHERE home.id = ${id})`

/**
 * Reads these from each dataset that holds some of them, mostly one. The directory is read first and not as a part of the
 * statement: joined to many ids, or given several datasets at once, a planner would rather read whole tables.
 */
export const inEachHome = <A>(
  { dialect, sql }: Pick<DatabaseShape, "dialect" | "sql">,
  ids: ReadonlyArray<ListedId>,
  read: (home: DatasetId) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>,
): Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> =>
  sql<{
    readonly dataset_id: DatasetId
  }>`SELECT DISTINCT home.dataset_id FROM directory home WHERE ${dialect.among(sql, "home.id", ids)}`.pipe(
    Effect.flatMap((homes) => Effect.forEach(homes, (row) => read(row.dataset_id))),
    Effect.map((found) => found.flat()),
  )

/** Adds these. An id that is known already is a fault. */
export const enlist = (
  database: DatabaseShape,
  entries: ReadonlyArray<{ readonly id: ListedId; readonly datasetId: DatasetId }>,
) =>
  database.insertRows({
    table: "directory",
    rows: entries.map(({ id, datasetId }) => ({ id, dataset_id: datasetId })),
  })

export const delist = (sql: SqlClient.SqlClient, ids: ReadonlyArray<ListedId>) =>
  Effect.forEach(chunked(ids), (some) => sql`DELETE FROM directory WHERE ${sql.in("id", some)}`, {
    discard: true,
  })
