/** Removes files: first their key, and later their chunks, in batches. */
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect } from "effect"
import { byClock } from "./lifetime.ts"

/** The most files found, and chunks deleted, by one statement. */
const batch = 64

export const fileRemovals = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = byClock(database)

  const remove = (key: string): Effect.Effect<void> =>
    Effect.asVoid(
      query(
        "BlobStore.remove",
        sql`WITH gone AS (DELETE FROM blobs WHERE blob_key = ${key} RETURNING file_id)
          UPDATE blob_files SET remove_at = ${later} WHERE id IN (SELECT file_id FROM gone)`,
      ),
    )

  /**
   * Removes files whose lifetime has ended. They are first marked, so that nobody can finish or extend them any more; files whose
   * rows are locked are being finished or extended, and are skipped.
   */
  const sweep: Effect.Effect<void> = Effect.gen(function* () {
    for (;;) {
      const due = yield* query(
        "BlobStore.sweep",
        sql<{
          readonly id: string
        }>`UPDATE blob_files SET remove_at = 0 WHERE id = ANY (ARRAY(
          SELECT id FROM blob_files WHERE remove_at <= ${now} ORDER BY remove_at, id LIMIT ${batch} FOR UPDATE SKIP LOCKED))
          RETURNING id`,
      )
      yield* Effect.forEach(due, ({ id }) => removeFile(id), { discard: true })
      if (due.length < batch) return
    }
  })

  const removeFile = (file: string) =>
    Effect.gen(function* () {
      const [found] = yield* query(
        "BlobStore.sweep",
        sql<{
          readonly last: number | null
        }>`SELECT max(position) AS last FROM blob_chunks WHERE file_id = ${file}`,
      )
      for (let from = 0; from <= (found?.last ?? -1); from += batch) {
        yield* query(
          "BlobStore.sweep",
          sql`DELETE FROM blob_chunks WHERE file_id = ${file} AND position >= ${from} AND position < ${from + batch}`,
        )
      }
      yield* query("BlobStore.sweep", sql`DELETE FROM blob_files WHERE id = ${file}`)
    })

  return { remove, sweep }
}
