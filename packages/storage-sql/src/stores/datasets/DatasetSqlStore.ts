/** DatasetStore in SQL. */
import { type Dataset, type DatasetId, DatasetStore, nameKey, type Username } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.ts"
import { type Primitive, type RawRow, text } from "../../rows/columns.ts"
import { datasets } from "../../rows/datasets.ts"
import { decodeAll, decodeColumn, decodeFirst, hasRows } from "../../rows/results.ts"
import { makeCollaboratorQueries } from "./collaborators.ts"
import { makeConfigurationQueries } from "./configurationVersions.ts"
import { decodeAccess, makeAccessQuery, selectAccess } from "./datasetAccess.ts"
import { makeAddDatasetCounts } from "./datasetCounts.ts"
import { readDetails } from "./datasetDetails.ts"
import { matchDatasetFilter } from "./datasetFilter.ts"
import { selectWritersLock } from "./locks.ts"
import { purgeDataset } from "./purge.ts"

const datasetId = text<DatasetId>("id")

export const DatasetSqlStore = Layer.effect(
  DatasetStore,
  Effect.map(Database, (database) => {
    const { sql, dialect, query, atomic, execute, unlessTaken } = database
    const addCounts = makeAddDatasetCounts(database)
    const queryAccess = makeAccessQuery(dialect)
    return DatasetStore.of({
      ...makeCollaboratorQueries(database),
      ...makeConfigurationQueries(database),
      insert: (dataset) =>
        query(
          "DatasetStore.insert",
          sql`INSERT INTO datasets ${sql.insert(encode(dataset))} ON CONFLICT DO NOTHING RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      access: (ref, user) => {
        const { params, text } = queryAccess(ref, user)
        return query("DatasetStore.access", execute(text, params)).pipe(Effect.map(decodeFirst(decodeAccess)))
      },
      update: (dataset, expected) =>
        atomic(
          "DatasetStore.update",
          Effect.gen(function* () {
            const { id, ...set } = encode(dataset)
            const before = yield* dialect.lockDatasetRow(
              sql,
              dataset.id,
              "update",
              (clause) =>
                sql`SELECT owner_key, name_key, ${sql.literal(selectWritersLock(dialect, "id"))} FROM datasets
              WHERE id = ${dataset.id} AND version = ${expected} AND deleted_at IS NULL ${clause}`,
            )
            const row = before[0]
            if (row === undefined) return "stale" as const
            const change = sql`UPDATE datasets SET ${sql.update(set)} WHERE id = ${dataset.id}`
            if (row.owner_key === set.owner_key && row.name_key === set.name_key) {
              yield* change
              return "updated" as const
            }
            return Option.isSome(yield* unlessTaken(change)) ? ("updated" as const) : ("taken" as const)
          }),
        ),
      listOwned: ({ owner, viewer, offset, limit }) =>
        query(
          "DatasetStore.listOwned",
          sql`${selectAccess(sql, viewer)} AND d.owner = ${owner}
              ${
                viewer === null
                  ? sql.literal("")
                  : sql`AND (d.public = 1 OR me.username = d.owner OR m.role IS NOT NULL OR c.role IS NOT NULL)`
              }
              ORDER BY d.created_at DESC, d.id DESC LIMIT CAST(${limit} AS BIGINT) OFFSET ${offset}`,
        ).pipe(Effect.map(decodeAll(decodeAccess))),
      listOf: ({ user, shared, filter = {}, offset, limit }) =>
        query(
          "DatasetStore.listOf",
          sql`${selectAccess(sql, user)} AND ${shared ? selectSharedIds(user) : sql`d.owner = ${user}`}
              ${matchDatasetFilter(sql, filter)}
              ORDER BY d.created_at DESC, d.id DESC LIMIT CAST(${limit} AS BIGINT) OFFSET ${offset}`,
        ).pipe(Effect.map(decodeAll(decodeAccess))),
      markDeleted: (id, at, keepWorkUntil = null) =>
        query(
          "DatasetStore.markDeleted",
          sql`UPDATE datasets SET deleted_at = ${at}, keep_work_until = ${keepWorkUntil}
              WHERE id = ${id} AND deleted_at IS NULL RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      purge: (id, limit) => atomic("DatasetStore.purge", purgeDataset(sql, dialect, id, limit)),
      details: (ids) => query("DatasetStore.details", readDetails(sql, ids)),
      addCounts: (id, change) => Effect.asVoid(query("DatasetStore.addCounts", addCounts(id, change))),
      idsOwnedBy: (owner) =>
        query(
          "DatasetStore.idsOwnedBy",
          sql<RawRow>`SELECT id FROM datasets WHERE owner = ${owner} AND deleted_at IS NULL ORDER BY id`,
        ).pipe(Effect.map(decodeAll(decodeColumn(datasetId)))),
    })

    /** A list of ids, each part read along its own index; with OR, the database would scan all datasets. */
    function selectSharedIds(user: Username) {
      return sql`d.id IN (SELECT id FROM datasets WHERE owner = ${user} AND deleted_at IS NULL
        UNION SELECT dataset_id FROM collaborators WHERE username = ${user}
        UNION SELECT x.id FROM members m JOIN datasets x ON x.owner = m.organization AND x.deleted_at IS NULL
          WHERE m.username = ${user})`
    }
  }),
)

const encode = (dataset: Dataset): Record<string, Primitive> => ({
  ...datasets.encode(dataset),
  owner_key: nameKey(dataset.owner),
  name_key: nameKey(dataset.name),
})
