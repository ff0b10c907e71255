/**
 * The directory: the dataset of each sample, labelset, issue and release, which are asked for by their ids alone. Every other
 * table that grows has the dataset first in its key and in what must be unique, so that a distributed database can spread it
 * by dataset. Apart stand datasets and accounts with their members and keys, which are few beside them; assets, which belong
 * to no dataset and spread by their own ids; answers kept for repeated requests, which spread by their caller; and what the
 * processes share, secrets and duties.
 */
import { migration } from "./migration.ts"

export default migration(({ text, narrowTable }) => [
  `CREATE TABLE directory (
    id ${text} NOT NULL PRIMARY KEY,
    dataset_id ${text} NOT NULL
  ) ${narrowTable}`,
])
