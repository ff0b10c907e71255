/**
 * The directory: the dataset of each sample, labelset, issue and release, which callers look up by id alone. Every other table
 * that grows begins its key and unique indexes with the dataset, so that a distributed database can shard it by dataset. The
 * exceptions are datasets and accounts with their members and keys, which are few; assets, which belong to no dataset and are
 * sharded by their own ids; answers kept for repeated requests, sharded by caller; and secrets and `duties`, which all
 * processes share.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, narrowTable }) => [
  `CREATE TABLE directory (
    id ${text} NOT NULL PRIMARY KEY,
    dataset_id ${text} NOT NULL
  ) ${narrowTable}`,
])
