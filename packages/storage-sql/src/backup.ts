/** A backup of a server reads from a database the number of its schema and the keys of the files that it names. */
import { migrations } from "./migrations/index.ts"

/** The number of the newest migration of this version. */
export const newestMigration: number = Math.max(
  ...Object.keys(migrations).map((key) => Number.parseInt(key, 10)),
)

/**
 * The keys in the file store that a table names, by table. A database of an earlier version lacks some of the tables. The files
 * of deleted datasets are left out, because they are removed before their rows.
 */
export const storedFileKeys: Readonly<Record<string, string>> = {
  assets: `SELECT 'assets/' || id AS "key" FROM assets WHERE uploaded_at IS NOT NULL`,
  releases: `SELECT r.file_key AS "key" FROM releases r
    JOIN datasets d ON d.id = r.dataset_id AND d.deleted_at IS NULL WHERE r.file_key IS NOT NULL`,
  transfers: `SELECT t.file_key AS "key" FROM transfers t
    JOIN datasets d ON d.id = t.dataset_id AND d.deleted_at IS NULL WHERE t.file_key IS NOT NULL`,
}
