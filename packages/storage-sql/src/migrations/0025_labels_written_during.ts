/**
 * The number of the configuration change that was staging when a label was last written. The change finds labels that are
 * written concurrently by this number, independently of the clocks of their writers.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "ALTER TABLE labels ADD COLUMN written_during INTEGER",
  `CREATE INDEX labels_written_during ON labels (dataset_id, written_during, labelset_id, sample_id)
    WHERE written_during IS NOT NULL`,
])
