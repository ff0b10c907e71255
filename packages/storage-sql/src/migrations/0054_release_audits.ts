/** Audits of releases: their strata, and the samples that are drawn. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ big, narrowTable, real, text }) => [
  `CREATE TABLE release_audits (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    release_id ${text} NOT NULL,
    labelset ${text} NOT NULL,
    state ${text} NOT NULL,
    level ${real} NOT NULL,
    goal ${real},
    metric ${text},
    tolerance ${real},
    nonce ${text} NOT NULL,
    population ${big} NOT NULL,
    audited INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    finished_at ${text},
    PRIMARY KEY (dataset_id, id)
  ) ${narrowTable}`,
  "CREATE INDEX release_audits_release ON release_audits (dataset_id, release_id, id)",
  `CREATE TABLE audit_strata (
    dataset_id ${text} NOT NULL,
    audit_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    kind ${text} NOT NULL,
    name TEXT NOT NULL,
    username ${text},
    population ${big} NOT NULL,
    PRIMARY KEY (dataset_id, audit_id, number)
  ) ${narrowTable}`,
  `CREATE TABLE audit_draws (
    dataset_id ${text} NOT NULL,
    audit_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    sample_id ${text} NOT NULL,
    line_offset ${big} NOT NULL,
    line_length ${big} NOT NULL,
    strata TEXT NOT NULL,
    claim_id ${text},
    holder ${text},
    expires_at ${text},
    outcome TEXT,
    audited_at ${text},
    PRIMARY KEY (dataset_id, audit_id, number)
  ) ${narrowTable}`,
])
