/** Who made an API key; NULL for keys that are older, of which the audit log tells. */
import { migration } from "./migration.ts"

export default migration(({ text }) => [`ALTER TABLE api_keys ADD COLUMN created_by ${text}`])
