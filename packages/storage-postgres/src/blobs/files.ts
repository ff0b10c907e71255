/**
 * The statements that read, write and remove files. Each chunk is written in its own transaction, so that a large file does not
 * keep one open; the key comes last. A file without a key is kept for an hour after the last activity of its writer or a reader,
 * by the clock of Postgres.
 */
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect, Option } from "effect"

export interface FoundFile {
  readonly file: string
  readonly size: number
}

/** A part of one chunk. */
export interface Part {
  readonly file: string
  readonly position: number
  readonly from: number
  readonly length: number
}

export const makeFileReads = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = makeClock(database)

  const find = (key: string): Effect.Effect<Option.Option<FoundFile>> =>
    Effect.map(
      query(
        "BlobStore.get",
        sql<{
          readonly file_id: string
          readonly size_bytes: string
        }>`SELECT file_id, size_bytes FROM blobs WHERE blob_key = ${key}`,
      ),
      ([row]) =>
        row === undefined ? Option.none() : Option.some({ file: row.file_id, size: Number(row.size_bytes) }),
    )

  /** Reads a part of a chunk: fewer bytes, or undefined, when the chunk is gone. */
  const read = ({ file, from, length, position }: Part): Effect.Effect<Uint8Array | undefined> =>
    Effect.map(
      query(
        "BlobStore.get",
        sql<{
          readonly bytes: Uint8Array
        }>`SELECT substring(bytes FROM ${from + 1}::integer FOR ${length}::integer) AS bytes
          FROM blob_chunks WHERE file_id = ${file} AND position = ${position}`,
      ),
      ([row]) => row?.bytes,
    )

  /** Extends the lifetime of a file that has lost its key. */
  const keep = (file: string): Effect.Effect<void> =>
    query(
      "BlobStore.get",
      sql`UPDATE blob_files SET remove_at = ${later} WHERE id = ${file} AND remove_at > ${now}`,
    ).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Lifetime of a file that is being read could not be extended.", cause),
      ),
      Effect.asVoid,
    )

  return { find, read, keep }
}

export const makeFileWrites = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = makeClock(database)

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
  const discard = (file: string): Effect.Effect<void> =>
    query(
      "BlobStore.put",
      sql`UPDATE blob_files SET remove_at = 0 WHERE id = ${file} AND remove_at > 0`,
    ).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("Unfinished file could not be removed; it expires in an hour.", cause),
      ),
      Effect.asVoid,
    )

  return { begin, write, publish, discard }
}

/** The most files found, and chunks deleted, by one statement. */
const batch = 64

export const makeFileRemovals = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = makeClock(database)

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
      const expired = yield* query(
        "BlobStore.sweep",
        sql<{
          readonly id: string
        }>`UPDATE blob_files SET remove_at = 0 WHERE id = ANY (ARRAY(
          SELECT id FROM blob_files WHERE remove_at <= ${now} ORDER BY remove_at, id LIMIT ${batch} FOR UPDATE SKIP LOCKED))
          RETURNING id`,
      )
      yield* Effect.forEach(expired, ({ id }) => removeFile(id), { discard: true })
      if (expired.length < batch) return
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

const graceMillis = 3600 * 1000

const makeClock = ({ dialect, sql }: DatabaseShape) => {
  const now = sql.literal(dialect.nowMillis)
  return { now, later: sql`${now} + ${graceMillis}` }
}
