/** Audits have the number of their plan, and count draws and outcomes; draws can be closed, and have people who do not get them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, text }) => [
  "ALTER TABLE release_audits ADD COLUMN plan INTEGER",
  "ALTER TABLE release_audits ADD COLUMN draws INTEGER NOT NULL DEFAULT 0",
  `UPDATE release_audits SET draws = (SELECT count(*) FROM audit_draws w
    WHERE w.dataset_id = release_audits.dataset_id AND w.audit_id = release_audits.id)`,
  "ALTER TABLE release_audits ADD COLUMN not_checked INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE audit_draws ADD COLUMN not_checked TEXT",
  "ALTER TABLE release_audits ADD COLUMN revised INTEGER NOT NULL DEFAULT 0",
  `CREATE TABLE audit_exclusions (
    dataset_id ${text} NOT NULL,
    audit_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    username ${text} NOT NULL,
    PRIMARY KEY (dataset_id, audit_id, number, username)
  ) ${narrowTable}`,
])
