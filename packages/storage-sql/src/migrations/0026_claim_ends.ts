/** Why a claim ended without work; NULL for claims that ended before this migration, which are deleted after a day. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => ["ALTER TABLE ended_claims ADD COLUMN reason TEXT"])
