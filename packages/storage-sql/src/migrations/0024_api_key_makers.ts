/** The creator of an API key; NULL for older keys, whose creators are in the audit log. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [`ALTER TABLE api_keys ADD COLUMN created_by ${text}`])
