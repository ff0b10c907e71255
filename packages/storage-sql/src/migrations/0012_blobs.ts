/**
 * Files on Postgres, so that every process serves every release and asset: a key names a file, a file is chunks. A file whose
 * time has come is removed: one that was never finished, one that was replaced and is read by nobody any more. SQLite keeps
 * files in a folder.
 */
import { migration } from "./migration.ts"

export default migration(({ name, text, big }) =>
  name === "sqlite"
    ? []
    : [
        `CREATE TABLE blobs (
    blob_key ${text} NOT NULL PRIMARY KEY,
    file_id ${text} NOT NULL,
    size_bytes ${big} NOT NULL,
    replaced ${text}
  )`,
        `CREATE TABLE blob_files (
    id ${text} NOT NULL PRIMARY KEY,
    remove_at ${big}
  )`,
        "CREATE INDEX blob_files_due ON blob_files (remove_at) WHERE remove_at IS NOT NULL",
        `CREATE TABLE blob_chunks (
    file_id ${text} NOT NULL,
    position INTEGER NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (file_id, position)
  )`,
        // Neither compressed, most of it is already, nor stored in the row: a part of a chunk is read without the rest of it.
        "ALTER TABLE blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL",
      ],
)
