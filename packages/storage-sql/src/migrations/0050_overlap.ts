/** Samples that several people label: their overlap, a row of the queue for each missing label, and the labels. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ big, hotTable, real, text, wideTable }) => [
  `CREATE TABLE overlap_samples (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    overlap INTEGER NOT NULL,
    state ${text} NOT NULL,
    np ${real} NOT NULL,
    agreement TEXT,
    decided_at ${text},
    decided_by ${text},
    decided_for ${text},
    PRIMARY KEY (dataset_id, sample_id)
  ) ${wideTable}`,
  `CREATE TABLE overlap_places (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    place INTEGER NOT NULL,
    queue INTEGER NOT NULL,
    np ${real} NOT NULL,
    open_user ${text} NOT NULL,
    own_user ${text} NOT NULL,
    claim_id ${text},
    holder ${text},
    step INTEGER,
    claimed_at ${big},
    lease_until ${big},
    PRIMARY KEY (dataset_id, sample_id, place)
  ) ${hotTable}`,
  "CREATE INDEX overlap_places_open ON overlap_places (dataset_id, queue, own_user, open_user, np, sample_id)",
  "CREATE INDEX overlap_places_claim ON overlap_places (claim_id) WHERE claim_id IS NOT NULL",
  "CREATE INDEX overlap_places_holder ON overlap_places (holder) WHERE holder IS NOT NULL",
  `CREATE TABLE overlap_labels (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    labeler ${text} NOT NULL,
    version ${text} NOT NULL,
    status ${text} NOT NULL,
    attributes TEXT,
    score ${real},
    rating ${real},
    comment TEXT,
    config_version INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, labeler, version)
  ) ${wideTable}`,
])
