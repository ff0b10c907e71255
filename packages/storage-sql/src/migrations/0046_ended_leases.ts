/**
 * The sample, the person, the queue and the lease of a claim that ended without work, so that the time under it can be counted once.
 * `lease_from` moves with what is counted. `holder` is null after the last of it, and for claims that ended before this version.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ big, text }) => [
  `ALTER TABLE sample_queue ADD COLUMN ended_user ${text}`,
  "ALTER TABLE sample_queue ADD COLUMN ended_queue INTEGER",
  `ALTER TABLE sample_queue ADD COLUMN ended_from ${big}`,
  `ALTER TABLE sample_queue ADD COLUMN ended_until ${big}`,
  `ALTER TABLE ended_claims ADD COLUMN sample_id ${text}`,
  `ALTER TABLE ended_claims ADD COLUMN holder ${text}`,
  "ALTER TABLE ended_claims ADD COLUMN queue INTEGER",
  `ALTER TABLE ended_claims ADD COLUMN lease_from ${big}`,
  `ALTER TABLE ended_claims ADD COLUMN lease_until ${big}`,
])
