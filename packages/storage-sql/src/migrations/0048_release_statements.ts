/** Releases have signed statements, each a line of JSON. Those of older versions have none. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => ["ALTER TABLE releases ADD COLUMN statements TEXT NOT NULL DEFAULT ''"])
