/** PauseStore in SQL. */
import { DatasetId, type Pause, PauseStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { pauses } from "../../rows/datasets.ts"
import { decodeAll, hasRows, splitIntoChunks } from "../../rows/results.ts"
import { lockDataset } from "./locks.ts"

export const PauseSqlStore = Layer.effect(
  PauseStore,
  Effect.map(Database, (database) => {
    const { atomic, query, sql } = database
    const selected = sql.literal(`SELECT ${pauses.select("p")} FROM pauses p`)
    const insert = Effect.fnUntraced(function* (pause: Pause) {
      yield* lockDataset(database, pause.datasetId)
      const added =
        yield* sql`INSERT INTO pauses ${sql.insert(pauses.encode(pause))} ON CONFLICT DO NOTHING RETURNING username`
      return hasRows(added)
    })
    return PauseStore.of({
      insert: (pause) => atomic("PauseStore.insert", insert(pause)),
      put: (pause) =>
        atomic(
          "PauseStore.put",
          Effect.gen(function* () {
            if (yield* insert(pause)) return true
            const { at, by, datasetId, reason, user } = pause
            yield* sql`UPDATE pauses SET reason = ${reason}, at = ${at}, paused_by = ${by}
              WHERE dataset_id = ${datasetId} AND username = ${user}`
            return false
          }),
        ),
      list: (dataset) =>
        query("PauseStore.list", sql`${selected} WHERE p.dataset_id = ${dataset} ORDER BY p.username`).pipe(
          Effect.map(decodeAll(pauses.decode)),
        ),
      remove: (datasets, user) =>
        Effect.forEach(splitIntoChunks([...new Set(datasets)]), (chunk) =>
          query(
            "PauseStore.remove",
            sql<RawRow>`DELETE FROM pauses WHERE username = ${user} AND ${sql.in("dataset_id", chunk)} RETURNING dataset_id`,
          ),
        ).pipe(Effect.map((pages) => pages.flat().map((row) => DatasetId.make(String(row.dataset_id))))),
    })
  }),
)
