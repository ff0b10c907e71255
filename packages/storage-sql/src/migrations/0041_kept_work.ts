/** When the workunits of a deleted dataset are no longer kept; null removes them with the rest. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE datasets ADD COLUMN keep_work_until ${text}`,
  "CREATE INDEX datasets_kept_work ON datasets (keep_work_until) WHERE keep_work_until IS NOT NULL",
])
