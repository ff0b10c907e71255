/** Samples: each is a small row that points at its current content. Contents are append-only. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, real, wideTable, narrowTable }) => [
  `CREATE TABLE samples (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    name ${text} NOT NULL,
    priority ${real} NOT NULL,
    assigned_labeler ${text},
    assigned_reviewer ${text},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    version ${text} NOT NULL,
    content ${text} NOT NULL,
    deleted_at ${text},
    PRIMARY KEY (dataset_id, id)
  ) ${narrowTable}`,
  "CREATE UNIQUE INDEX samples_name ON samples (dataset_id, name) WHERE deleted_at IS NULL",
  "CREATE INDEX samples_created ON samples (dataset_id, created_at, id) WHERE deleted_at IS NULL",
  "CREATE INDEX samples_priority ON samples (dataset_id, priority, id) WHERE deleted_at IS NULL",
  "CREATE INDEX samples_priority_falling ON samples (dataset_id, priority DESC, id) WHERE deleted_at IS NULL",
  "CREATE INDEX samples_labeler ON samples (dataset_id, assigned_labeler, id) WHERE assigned_labeler IS NOT NULL",
  "CREATE INDEX samples_reviewer ON samples (dataset_id, assigned_reviewer, id) WHERE assigned_reviewer IS NOT NULL",
  `CREATE TABLE sample_versions (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    attributes TEXT,
    metadata TEXT NOT NULL,
    readme TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  `CREATE TABLE sample_metadata (
    dataset_id ${text} NOT NULL,
    meta_key ${text} NOT NULL,
    meta_value ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    PRIMARY KEY (dataset_id, meta_key, meta_value, sample_id)
  ) ${narrowTable}`,
])
