/** Warnings of labels: the latest check result of each label, dismissals, and counts. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, wideTable, hotTable }) => [
  `CREATE TABLE label_verdicts (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    labelset_id ${text} NOT NULL,
    version ${text} NOT NULL,
    content ${text},
    config_version INTEGER NOT NULL,
    judged_at ${text} NOT NULL,
    warnings TEXT NOT NULL,
    truncated INTEGER NOT NULL,
    counts TEXT NOT NULL,
    dismissed TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, labelset_id)
  ) ${wideTable}`,
  `CREATE TABLE warning_dismissals (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    labelset_id ${text} NOT NULL,
    warning_id ${text} NOT NULL,
    content TEXT NOT NULL,
    reason TEXT NOT NULL,
    actor ${text} NOT NULL,
    at ${text} NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, labelset_id, warning_id)
  ) ${wideTable}`,
  `CREATE TABLE warning_counts (
    dataset_id ${text} NOT NULL,
    labelset_id ${text} NOT NULL,
    slot INTEGER NOT NULL,
    rule ${text} NOT NULL,
    warnings ${big} NOT NULL,
    dismissed ${big} NOT NULL,
    labels ${big} NOT NULL,
    PRIMARY KEY (dataset_id, labelset_id, slot, rule)
  ) ${hotTable}`,
])
