/** Finds the few samples that wait for a decision among many that are decided. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "CREATE INDEX overlap_samples_state ON overlap_samples (dataset_id, state, sample_id)",
])
