/**
 * The sample, the person and the lease of a claim that ended without work, so that the time under it can be counted once. `holder` is
 * null after that, and for claims that ended before this version.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ big, text }) => [
  `ALTER TABLE sample_queue ADD COLUMN ended_user ${text}`,
  `ALTER TABLE sample_queue ADD COLUMN ended_from ${big}`,
  `ALTER TABLE sample_queue ADD COLUMN ended_until ${big}`,
  `ALTER TABLE ended_claims ADD COLUMN sample_id ${text}`,
  `ALTER TABLE ended_claims ADD COLUMN holder ${text}`,
  `ALTER TABLE ended_claims ADD COLUMN claimed_at ${big}`,
  `ALTER TABLE ended_claims ADD COLUMN lease_until ${big}`,
  "CREATE INDEX ended_claims_holder ON ended_claims (dataset_id, sample_id, holder) WHERE holder IS NOT NULL",
])
