/** Labels: the current label of each sample and labelset, the history, and the bodies, each stored once. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, real, wideTable, narrowTable }) => [
  `CREATE TABLE labels (
    dataset_id ${text} NOT NULL,
    labelset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    status ${text} NOT NULL,
    score ${real},
    rating ${real},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    updated_by ${text} NOT NULL,
    reviewed_at ${text},
    reviewed_by ${text},
    labeler ${text},
    reviewer ${text},
    rejecter ${text},
    config_version INTEGER NOT NULL,
    version ${text} NOT NULL,
    content ${text},
    PRIMARY KEY (dataset_id, labelset_id, sample_id)
  ) ${narrowTable}`,
  "CREATE INDEX labels_updated ON labels (dataset_id, labelset_id, updated_at, sample_id)",
  "CREATE INDEX labels_labeler ON labels (dataset_id, labeler, sample_id) WHERE labeler IS NOT NULL",
  "CREATE INDEX labels_reviewer ON labels (dataset_id, reviewer, sample_id) WHERE reviewer IS NOT NULL",
  "CREATE INDEX labels_rejecter ON labels (dataset_id, rejecter, sample_id) WHERE rejecter IS NOT NULL",
  `CREATE TABLE label_versions (
    dataset_id ${text} NOT NULL,
    labelset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    version ${text} NOT NULL,
    at ${text} NOT NULL,
    actor ${text} NOT NULL,
    action TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT,
    score ${real},
    rating ${real},
    content ${text},
    PRIMARY KEY (dataset_id, labelset_id, sample_id, version)
  ) ${narrowTable}`,
  `CREATE TABLE label_contents (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    attributes TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
])
