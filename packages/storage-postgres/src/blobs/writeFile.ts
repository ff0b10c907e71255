/** Writes files: each chunk in its own transaction, so that a large file does not keep one open; the key comes last. */
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect } from "effect"
import { byClock } from "./lifetime.ts"

export const fileWrites = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = byClock(database)

  const begin = (file: string): Effect.Effect<void> =>
    Effect.asVoid(
      query("BlobStore.put", sql`INSERT INTO blob_files (id, remove_at) VALUES (${file}, ${later})`),
    )

  /** Writes one chunk; false when the file is being removed, because its writer was inactive for an hour. */
  const write = (file: string, position: number, bytes: Uint8Array): Effect.Effect<boolean> =>
    Effect.map(
      query(
        "BlobStore.put",
        sql`WITH kept AS (UPDATE blob_files SET remove_at = ${later} WHERE id = ${file} AND remove_at > ${now} RETURNING id)
          INSERT INTO blob_chunks (file_id, position, bytes) SELECT id, ${position}::integer, ${bytes}::bytea FROM kept
          RETURNING position`,
      ),
      (rows) => rows.length > 0,
    )

  /** Assigns the key to the file and takes it from the file that had it; false when the file is being removed. */
  const publish = (file: string, key: string, size: number): Effect.Effect<boolean> =>
    Effect.map(
      query(
        "BlobStore.put",
        sql`WITH kept AS (SELECT id FROM blob_files WHERE id = ${file} AND remove_at > ${now} FOR UPDATE),
            named AS (INSERT INTO blobs (blob_key, file_id, size_bytes)
              SELECT ${key}::text, kept.id, ${size}::bigint FROM kept ON CONFLICT (blob_key) DO UPDATE
              SET file_id = excluded.file_id, size_bytes = excluded.size_bytes, replaced = blobs.file_id
              RETURNING file_id, replaced)
          UPDATE blob_files f SET remove_at = CASE WHEN f.id = named.file_id THEN NULL ELSE ${later} END
          FROM named WHERE f.id IN (named.file_id, named.replaced) RETURNING f.id`,
      ),
      (rows) => rows.length > 0,
    )

  /** Ends the lifetime of an unfinished file. */
  const abandon = (file: string): Effect.Effect<void> =>
    query(
      "BlobStore.put",
      sql`UPDATE blob_files SET remove_at = 0 WHERE id = ${file} AND remove_at > 0`,
    ).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Unfinished file could not be removed; it expires in an hour.", cause),
      ),
      Effect.asVoid,
    )

  return { begin, write, publish, abandon }
}
