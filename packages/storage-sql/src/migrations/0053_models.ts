/** Accounts of models: the account that each belongs to, the name that people read, and the versions. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ narrowTable, text }) => [
  `ALTER TABLE users ADD COLUMN model_of ${text}`,
  "ALTER TABLE users ADD COLUMN display_name TEXT",
  "CREATE INDEX users_models ON users (model_of, username_key) WHERE model_of IS NOT NULL",
  `CREATE TABLE model_versions (
    model ${text} NOT NULL,
    name ${text} NOT NULL,
    note TEXT NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text},
    PRIMARY KEY (model, name)
  ) ${narrowTable}`,
])
