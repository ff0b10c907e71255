/** TransferStore in SQL. */
import { TransferStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import type { RawRow } from "../rows/columns.ts"
import { transfers } from "../rows/files.ts"
import { decodeAll, decodeFirst, hasRows } from "../rows/results.ts"
import { addDirectoryEntries, removeDirectoryEntries, selectDatasetById } from "./datasets/directory.ts"
import { lockDataset } from "./datasets/locks.ts"

const columns = transfers.select("t")

export const TransferSqlStore = Layer.effect(
  TransferStore,
  Effect.map(Database, (database) => {
    const { dialect, sql, query, atomic, whileInside } = database
    const ofTransfer = dialect.forUpdateOf("t")
    return TransferStore.of({
      insert: (transfer) =>
        atomic(
          "TransferStore.insert",
          Effect.gen(function* () {
            yield* lockDataset(database, transfer.datasetId)
            yield* sql`INSERT INTO transfers ${sql.insert(transfers.encode(transfer))}`
            yield* addDirectoryEntries(database, [transfer])
          }),
        ),
      byId: (id) =>
        query(
          "TransferStore.byId",
          Effect.flatMap(
            whileInside(ofTransfer),
            (lock) => sql<RawRow>`SELECT ${sql.literal(columns)} FROM transfers t
              JOIN datasets d ON d.id = t.dataset_id AND d.deleted_at IS NULL
              WHERE t.dataset_id = ${selectDatasetById(database, id)} AND t.id = ${id} ${lock}`,
          ),
        ).pipe(Effect.map(decodeFirst(transfers.decode))),
      list: (dataset) =>
        query(
          "TransferStore.list",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM transfers t WHERE t.dataset_id = ${dataset} ORDER BY t.id DESC`,
        ).pipe(Effect.map(decodeAll(transfers.decode))),
      endedExports: (before, limit) =>
        query(
          "TransferStore.endedExports",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM transfers t ${sql.literal(dialect.along("transfers_ended"))}
            JOIN datasets d ON d.id = t.dataset_id AND d.deleted_at IS NULL
            WHERE t.direction = 'export' AND t.status <> 'PENDING' AND t.created_at < ${before}
            ORDER BY t.created_at, t.id LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(transfers.decode))),
      update: (transfer) => {
        const { id, dataset_id, ...set } = transfers.encode(transfer)
        return query(
          "TransferStore.update",
          sql`UPDATE transfers SET ${sql.update(set)}
              WHERE dataset_id = ${transfer.datasetId} AND id = ${transfer.id} AND status = 'PENDING'
              AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${transfer.datasetId} AND d.deleted_at IS NULL) RETURNING id`,
        ).pipe(Effect.map(hasRows))
      },
      remove: (id) =>
        atomic(
          "TransferStore.remove",
          Effect.gen(function* () {
            const gone =
              yield* sql`DELETE FROM transfers WHERE dataset_id = ${selectDatasetById(database, id)} AND id = ${id} RETURNING id`
            if (hasRows(gone)) yield* removeDirectoryEntries(sql, [id])
            return hasRows(gone)
          }),
        ),
    })
  }),
)
