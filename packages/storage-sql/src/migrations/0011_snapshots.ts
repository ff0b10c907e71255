/**
 * Snapshots on Postgres: what a release freezes of a dataset, so that it is read in short transactions and no long one keeps
 * dead rows of the queue alive. Bodies are not copied, they never change. SQLite reads in one transaction and needs none of this.
 * The frozen rows are worth nothing after a crash and are not logged: whoever still reads them counts what he was given.
 */
import { migration } from "./migration.ts"

export default migration(({ name, text, big, real }) =>
  name === "sqlite"
    ? []
    : [
        `CREATE TABLE snapshots (
    dataset_id ${text} NOT NULL,
    id ${big} NOT NULL,
    kept_until ${big} NOT NULL,
    PRIMARY KEY (dataset_id, id)
  )`,
        `CREATE UNLOGGED TABLE snapshot_samples (
    dataset_id ${text} NOT NULL,
    snapshot_id ${big} NOT NULL,
    position INTEGER NOT NULL,
    sample_id ${text} NOT NULL,
    name ${text} NOT NULL,
    priority ${real} NOT NULL,
    assigned_labeler ${text},
    assigned_reviewer ${text},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    content ${text} NOT NULL,
    PRIMARY KEY (dataset_id, snapshot_id, position)
  )`,
        `CREATE UNLOGGED TABLE snapshot_labels (
    dataset_id ${text} NOT NULL,
    snapshot_id ${big} NOT NULL,
    sample_id ${text} NOT NULL,
    labelset INTEGER NOT NULL,
    status ${text} NOT NULL,
    score ${real},
    rating ${real},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    updated_by ${text} NOT NULL,
    reviewed_at ${text},
    reviewed_by ${text},
    content ${text},
    PRIMARY KEY (dataset_id, snapshot_id, sample_id, labelset)
  )`,
      ],
)
