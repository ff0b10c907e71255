/**
 * The directory: the datasets of entities that callers name by id alone. A lookup reads the directory first and names the
 * dataset in every condition. Entries are written and deleted in the transaction that writes or deletes their entity.
 */
import type { DatasetId, IssueId, LabelsetId, ReleaseId, SampleId, TransferId } from "@annotary/core/effect"
import type { SqlClient, SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { toFragment } from "../../dialect/lookups.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { splitIntoChunks } from "../../rows/results.ts"

const datasetId = text<DatasetId>("dataset_id")

/** The ids that ports look up without a dataset. */
export type ListedId = SampleId | LabelsetId | IssueId | ReleaseId | TransferId

/** An expression for the dataset of an id. */
export const selectDatasetById = (
  { dialect, sql }: Pick<DatabaseShape, "dialect" | "sql">,
  id: ListedId,
): Statement.Fragment => toFragment(sql, dialect.datasetById, id)

/**
 * Reads entities from each of their datasets, which is usually one. For several ids the directory is read by a separate statement:
 * with a join to many ids, or several datasets at once, planners prefer to read whole tables.
 */
export const readInEachDataset = <A>(
  database: Pick<DatabaseShape, "dialect" | "sql">,
  ids: ReadonlyArray<ListedId>,
  read: (home: Statement.Fragment) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>,
): Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> => {
  const { dialect, sql } = database
  const [only] = ids
  if (only === undefined) return Effect.succeed([])
  if (ids.length === 1) return read(selectDatasetById(database, only))
  return sql<RawRow>`SELECT DISTINCT home.dataset_id FROM directory home WHERE ${dialect.among(sql, "home.id", ids)}`.pipe(
    Effect.flatMap((homes) => Effect.forEach(homes, (row) => read(sql`${datasetId.read(row.dataset_id)}`))),
    Effect.map((found) => found.flat()),
  )
}

/** Adds entries. An id that exists is a defect. */
export const addDirectoryEntries = (
  database: DatabaseShape,
  entries: ReadonlyArray<{ readonly id: ListedId; readonly datasetId: DatasetId }>,
) =>
  database.insertRows({
    table: "directory",
    rows: entries.map(({ id, datasetId }) => ({ id, dataset_id: datasetId })),
  })

export const removeDirectoryEntries = (sql: SqlClient.SqlClient, ids: ReadonlyArray<ListedId>) =>
  Effect.forEach(splitIntoChunks(ids), (chunk) => sql`DELETE FROM directory WHERE ${sql.in("id", chunk)}`, {
    discard: true,
  })
