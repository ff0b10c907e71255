/** Releases, assets and background jobs. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, wideTable }) => [
  `CREATE TABLE releases (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    name ${text} NOT NULL,
    name_key ${text} NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    status_info TEXT,
    samples_count INTEGER NOT NULL,
    samples_done INTEGER NOT NULL,
    sha256 TEXT,
    size_bytes ${big},
    samples_sha256 TEXT,
    file_key TEXT,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE UNIQUE INDEX releases_name ON releases (dataset_id, name_key)",
  `CREATE TABLE assets (
    id ${text} NOT NULL PRIMARY KEY,
    filename TEXT NOT NULL,
    content_type TEXT,
    size_bytes ${big},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    read_digest TEXT NOT NULL,
    upload_digest TEXT NOT NULL,
    upload_expires_at ${text} NOT NULL,
    uploaded_at ${text},
    upload_taken INTEGER NOT NULL
  ) ${wideTable}`,
  "CREATE INDEX assets_pending ON assets (upload_expires_at) WHERE uploaded_at IS NULL",
  `CREATE TABLE jobs (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    done ${big} NOT NULL,
    total ${big},
    attempts INTEGER NOT NULL,
    error TEXT,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    lease_token TEXT,
    lease_until ${big},
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE INDEX jobs_id ON jobs (id)",
  "CREATE INDEX jobs_open ON jobs (id) WHERE status IN ('PENDING', 'RUNNING')",
])
