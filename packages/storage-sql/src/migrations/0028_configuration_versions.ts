/**
 * The history of configurations. Existing datasets get the version that they have; who changed it, and exactly when, is known of
 * first versions only.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE configuration_versions (
    dataset_id ${text} NOT NULL,
    number INTEGER NOT NULL,
    configuration TEXT NOT NULL,
    at ${text} NOT NULL,
    actor ${text},
    PRIMARY KEY (dataset_id, number)
  ) ${wideTable}`,
  `INSERT INTO configuration_versions (dataset_id, number, configuration, at, actor)
    SELECT id, config_version, task_attributes,
      CASE WHEN config_version = 1 THEN created_at ELSE updated_at END,
      CASE WHEN config_version = 1 THEN created_by END
    FROM datasets`,
])
