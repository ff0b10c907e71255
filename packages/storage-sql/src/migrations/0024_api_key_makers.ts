/** The creator of an API key; NULL for older keys, whose creators are in the audit log. */
import { migration } from "./migration.ts"

export default migration(({ text }) => [`ALTER TABLE api_keys ADD COLUMN created_by ${text}`])
