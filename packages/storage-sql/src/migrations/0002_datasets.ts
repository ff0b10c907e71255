/** Datasets, their collaborators, counts and labelsets. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable, narrowTable, hotTable }) => [
  `CREATE TABLE datasets (
    id ${text} NOT NULL PRIMARY KEY,
    owner ${text} NOT NULL,
    owner_key ${text} NOT NULL,
    name ${text} NOT NULL,
    name_key ${text} NOT NULL,
    description TEXT NOT NULL,
    readme TEXT NOT NULL,
    category TEXT NOT NULL,
    task_type TEXT NOT NULL,
    data_type TEXT NOT NULL,
    public INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    settings TEXT NOT NULL,
    metadata TEXT NOT NULL,
    region_of_interest TEXT,
    task_attributes TEXT NOT NULL,
    config_version INTEGER NOT NULL,
    cloned_from TEXT,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    version ${text} NOT NULL,
    deleted_at ${text}
  ) ${wideTable}`,
  "CREATE UNIQUE INDEX datasets_name ON datasets (owner_key, name_key) WHERE deleted_at IS NULL",
  "CREATE INDEX datasets_owner ON datasets (owner, created_at, id) WHERE deleted_at IS NULL",
  `CREATE TABLE collaborators (
    dataset_id ${text} NOT NULL,
    username ${text} NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (dataset_id, username)
  ) ${narrowTable}`,
  "CREATE INDEX collaborators_user ON collaborators (username, dataset_id)",
  `CREATE TABLE dataset_counts (
    dataset_id ${text} NOT NULL,
    slot INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    prelabeled INTEGER NOT NULL,
    labeling_in_progress INTEGER NOT NULL,
    labeled INTEGER NOT NULL,
    reviewing_in_progress INTEGER NOT NULL,
    reviewed INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    verified INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, slot)
  ) ${hotTable}`,
  `CREATE TABLE labelsets (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    name ${text} NOT NULL,
    name_key ${text} NOT NULL,
    description TEXT NOT NULL,
    is_ground_truth INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    deleted_at ${text},
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE UNIQUE INDEX labelsets_name ON labelsets (dataset_id, name_key) WHERE deleted_at IS NULL",
])
