/** Finds and reads files, chunk by chunk. */
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { byClock } from "./lifetime.ts"

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

export const fileReads = (database: DatabaseShape) => {
  const { query, sql } = database
  const { later, now } = byClock(database)

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
