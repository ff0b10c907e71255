/** Exports in other formats, and imports of them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, wideTable }) => [
  `CREATE TABLE transfers (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    direction TEXT NOT NULL,
    format TEXT,
    options TEXT NOT NULL,
    asset_id ${text},
    status TEXT NOT NULL,
    status_info TEXT,
    samples_done INTEGER NOT NULL,
    report TEXT,
    sha256 TEXT,
    size_bytes ${big},
    file_key TEXT,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
])
