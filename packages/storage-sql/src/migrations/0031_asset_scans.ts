/** Assets that nothing names are marked and later collected. A scan for them is one row, so that another process continues it. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, narrowTable }) => [
  `ALTER TABLE assets ADD COLUMN unreferenced_since ${text}`,
  `CREATE TABLE asset_scans (
    name ${text} NOT NULL PRIMARY KEY,
    started_at ${text} NOT NULL,
    after_dataset ${text}
  ) ${narrowTable}`,
])
