/** Workunits, issues and comments. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, real, wideTable }) => [
  `CREATE TABLE workunits (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    sample_name ${text} NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    work_type TEXT NOT NULL,
    action TEXT NOT NULL,
    time_ms ${big} NOT NULL,
    inactive_ms ${big} NOT NULL,
    next_label_status TEXT,
    label_rating ${real},
    claim_id ${text},
    digest TEXT,
    answer TEXT,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE UNIQUE INDEX workunits_end ON workunits (dataset_id, claim_id) WHERE claim_id IS NOT NULL AND action <> 'save'",
  "CREATE INDEX workunits_claim ON workunits (claim_id, id) WHERE claim_id IS NOT NULL",
  "CREATE INDEX workunits_created ON workunits (dataset_id, created_at, id)",
  "CREATE INDEX workunits_user ON workunits (dataset_id, created_by, created_at, id)",
  "CREATE INDEX workunits_answer ON workunits (created_at) WHERE digest IS NOT NULL",
  `CREATE TABLE issues (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    anchor TEXT,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    updated_by ${text} NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE INDEX issues_sample ON issues (dataset_id, sample_id, id)",
  `CREATE TABLE comments (
    dataset_id ${text} NOT NULL,
    issue_id ${text} NOT NULL,
    id ${text} NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (dataset_id, issue_id, id)
  ) ${wideTable}`,
])
