/** The next work of a person on a sample looks for their claims that ended without work. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  {
    name: "ended_claims_holder",
    on: "ended_claims (dataset_id, sample_id, holder) WHERE holder IS NOT NULL",
  },
])
