/**
 * Audits of objects. The numbers of their plans are in a column of their own: to servers that do not know them, they are audits without a plan, which
 * take no claims, no outcomes of claims and no result. Such servers read them as audits of samples, close their draws, take outcomes back and return
 * their strata.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE release_audits ADD COLUMN unit ${text} NOT NULL DEFAULT 'samples'`,
  "ALTER TABLE release_audits ADD COLUMN object_plan INTEGER",
  "ALTER TABLE audit_draws ADD COLUMN object TEXT",
])
