/** The scopes and the rotation of API keys. Existing keys have no limits. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE api_keys ADD COLUMN scope_read_only INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE api_keys ADD COLUMN scope_dataset ${text}`,
  `ALTER TABLE api_keys ADD COLUMN scope_role ${text}`,
  `ALTER TABLE api_keys ADD COLUMN successor ${text}`,
])
