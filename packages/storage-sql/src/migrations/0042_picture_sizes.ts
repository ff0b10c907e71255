/** Measured sizes of the pictures of samples, with the content of the sample that they were measured for. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE picture_sizes (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    content ${text} NOT NULL,
    pictures TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id)
  ) ${wideTable}`,
])
