/** Gold samples: their known labels, the results of people, and their turns. The labels of people are those of several people for a sample. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, real, text, wideTable }) => [
  `CREATE TABLE gold_labels (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    attributes TEXT NOT NULL,
    config_version INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    draw ${real} NOT NULL,
    PRIMARY KEY (dataset_id, sample_id)
  ) ${wideTable}`,
  "CREATE INDEX gold_labels_draw ON gold_labels (dataset_id, draw, sample_id)",
  `CREATE TABLE gold_answers (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    username ${text} NOT NULL,
    score ${real},
    passed INTEGER,
    at ${text} NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, username)
  ) ${narrowTable}`,
  `CREATE TABLE gold_people (
    dataset_id ${text} NOT NULL,
    username ${text} NOT NULL,
    rate ${real} NOT NULL,
    countdown INTEGER NOT NULL,
    pivot ${real} NOT NULL,
    answers INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, username)
  ) ${narrowTable}`,
])
