/** Pauses of people in datasets. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, text }) => [
  `CREATE TABLE pauses (
    dataset_id ${text} NOT NULL,
    username ${text} NOT NULL,
    reason TEXT NOT NULL,
    at ${text} NOT NULL,
    paused_by ${text},
    PRIMARY KEY (dataset_id, username)
  ) ${narrowTable}`,
])
