/** Why a claim ended without work; NULL for claims that ended before this migration, which are deleted after a day. */
import { migration } from "./migration.ts"

export default migration(() => ["ALTER TABLE ended_claims ADD COLUMN reason TEXT"])
