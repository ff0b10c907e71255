/**
 * Configuration changes that rewrite labels. A label's staged version is stored beside its own and takes effect when the
 * dataset's configuration version reaches the number under which it was staged: that one update changes all labels at once.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE configuration_changes (
    dataset_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    phase TEXT NOT NULL,
    job_id ${text} NOT NULL,
    before_it TEXT NOT NULL,
    configuration TEXT NOT NULL,
    actions TEXT NOT NULL,
    at ${text} NOT NULL,
    actor ${text} NOT NULL,
    PRIMARY KEY (dataset_id, number)
  ) ${wideTable}`,
  "ALTER TABLE labels ADD COLUMN staged_config INTEGER",
  `ALTER TABLE labels ADD COLUMN staged_version ${text}`,
  "CREATE INDEX labels_staged ON labels (dataset_id, labelset_id, sample_id) WHERE staged_version IS NOT NULL",
])
