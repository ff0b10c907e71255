/** Labeling guides of datasets, and who has acknowledged which version of them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, text }) => [
  "ALTER TABLE datasets ADD COLUMN guide TEXT NOT NULL DEFAULT ''",
  `CREATE TABLE guide_acknowledgements (
    dataset_id ${text} NOT NULL,
    username ${text} NOT NULL,
    version ${text} NOT NULL,
    at ${text} NOT NULL,
    PRIMARY KEY (dataset_id, username, version)
  ) ${narrowTable}`,
])
