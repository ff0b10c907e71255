/**
 * The number of the change of the configuration that was staging when a label was written last: by it the change finds the
 * labels that are written beside it, whatever the clocks of their writers say.
 */
import { migration } from "./migration.ts"

export default migration(() => [
  "ALTER TABLE labels ADD COLUMN written_during INTEGER",
  `CREATE INDEX labels_written_during ON labels (dataset_id, written_during, labelset_id, sample_id)
    WHERE written_during IS NOT NULL`,
])
