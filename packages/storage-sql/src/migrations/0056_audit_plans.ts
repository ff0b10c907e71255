/** Audits have the number of their plan, and count outcomes that change; draws have people who do not get them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, text }) => [
  "ALTER TABLE release_audits ADD COLUMN plan INTEGER",
  "ALTER TABLE release_audits ADD COLUMN revised INTEGER NOT NULL DEFAULT 0",
  `CREATE TABLE audit_exclusions (
    dataset_id ${text} NOT NULL,
    audit_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    username ${text} NOT NULL,
    PRIMARY KEY (dataset_id, audit_id, number, username)
  ) ${narrowTable}`,
])
