/** ArchiveStore in SQL. How a view is frozen differs between databases; a hidden dataset is one that is marked as deleted. */
import { ArchiveStore, type Dataset, type DatasetId, nameKey, type Timestamp } from "@annotary/core/effect"
import { Effect, ExecutionStrategy, Layer, Option, Scope } from "effect"
import { Database, type DatabaseShape } from "../database/Database.ts"
import { datasets } from "../rows/datasets.ts"
import { hasRows } from "../rows/results.ts"
import type { RunQuery } from "../snapshot/readSnapshot.ts"
import { readArchive } from "./readArchive.ts"
import { writeRecords } from "./writeRecords.ts"

/** Opens a view: all its statements see the database as it was then, until the scope closes. */
export type OpenView = (database: DatabaseShape) => Effect.Effect<RunQuery, never, Scope.Scope>

export const makeArchiveSqlStore = (openView: OpenView): Layer.Layer<ArchiveStore, never, Database> =>
  Layer.scoped(
    ArchiveStore,
    Effect.gen(function* () {
      const database = yield* Database
      const storeScope = yield* Effect.scope
      const { atomic } = database
      const { begin, publish } = makeHiddenDatasets(database)
      const write = writeRecords(database)
      return ArchiveStore.of({
        open: (dataset) =>
          Effect.gen(function* () {
            // Ends with the caller's scope, or with the store's if that closes first.
            const scope = yield* Effect.acquireRelease(
              Scope.fork(storeScope, ExecutionStrategy.sequential),
              Scope.close,
            )
            return yield* readArchive(yield* Scope.extend(openView(database), scope), dataset)
          }),
        begin: (dataset, at) => atomic("ArchiveStore.begin", begin(dataset, at)),
        write: (...of) => atomic("ArchiveStore.write", write(...of)),
        publish: (dataset) => atomic("ArchiveStore.publish", publish(dataset)),
      })
    }),
  )

const makeHiddenDatasets = ({ sql, unlessTaken }: DatabaseShape) => ({
  begin: (dataset: Dataset, at: Timestamp) =>
    Effect.gen(function* () {
      const existing = yield* sql`SELECT deleted_at FROM datasets WHERE id = ${dataset.id}`
      if (existing.length > 0)
        return existing[0]?.deleted_at === null ? ("visible" as const) : ("busy" as const)
      const jobs = yield* sql`SELECT 1 AS n FROM jobs WHERE dataset_id = ${dataset.id}
        AND kind IN ('restore', 'purge') AND status IN ('PENDING', 'RUNNING') LIMIT 1`
      if (jobs.length > 0) return "busy" as const
      const row = {
        ...datasets.encode(dataset),
        owner_key: nameKey(dataset.owner),
        name_key: nameKey(dataset.name),
        deleted_at: at,
      }
      const made = yield* sql`INSERT INTO datasets ${sql.insert(row)} ON CONFLICT DO NOTHING RETURNING id`
      return hasRows(made) ? ("begun" as const) : ("busy" as const)
    }),
  publish: (id: DatasetId) =>
    Effect.map(
      unlessTaken(
        sql`UPDATE datasets SET deleted_at = NULL WHERE id = ${id} AND deleted_at IS NOT NULL RETURNING id`,
      ),
      Option.match({
        onNone: () => "taken" as const,
        onSome: (rows) => (hasRows(rows) ? ("published" as const) : ("gone" as const)),
      }),
    ),
})
