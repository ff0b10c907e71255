/** LabelsetStore in SQL. */
import { LabelsetStore, nameKey } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { labelsets } from "../../rows/datasets.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"
import { addDirectoryEntries } from "./directory.ts"
import { lockDataset } from "./locks.ts"

const columns = labelsets.select("l")

export const LabelsetSqlStore = Layer.effect(
  LabelsetStore,
  Effect.map(Database, (database) => {
    const { sql, query, atomic } = database
    const live = sql.literal(
      `SELECT ${columns} FROM labelsets l JOIN datasets d ON d.id = l.dataset_id AND d.deleted_at IS NULL WHERE l.deleted_at IS NULL`,
    )
    return LabelsetStore.of({
      insert: (labelset) =>
        atomic(
          "LabelsetStore.insert",
          Effect.gen(function* () {
            yield* lockDataset(database, labelset.datasetId)
            const row = { ...labelsets.encode(labelset), name_key: nameKey(labelset.name) }
            const made =
              yield* sql`INSERT INTO labelsets ${sql.insert(row)} ON CONFLICT DO NOTHING RETURNING id`
            if (hasRows(made)) yield* addDirectoryEntries(database, [labelset])
            return hasRows(made)
          }),
        ),
      byName: (dataset, name) =>
        query(
          "LabelsetStore.byName",
          sql`${live} AND l.dataset_id = ${dataset} AND l.name_key = ${nameKey(name)}`,
        ).pipe(Effect.map(decodeFirst(labelsets.decode))),
      list: (dataset) =>
        query(
          "LabelsetStore.list",
          sql`${live} AND l.dataset_id = ${dataset} ORDER BY l.is_ground_truth DESC, l.created_at, l.id`,
        ).pipe(Effect.map(decodeAll(labelsets.decode))),
      describe: (dataset, id, description) =>
        query(
          "LabelsetStore.describe",
          sql`UPDATE labelsets SET description = ${description} WHERE dataset_id = ${dataset} AND id = ${id}
              AND deleted_at IS NULL RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      markDeleted: (dataset, id, at) =>
        query(
          "LabelsetStore.markDeleted",
          sql`UPDATE labelsets SET deleted_at = ${at}
              WHERE dataset_id = ${dataset} AND id = ${id} AND deleted_at IS NULL RETURNING id`,
        ).pipe(Effect.map(hasRows)),
    })
  }),
)
