/** Why a claim ended without work; NULL of those that ended before, which are forgotten after a day. */
import { migration } from "./migration.ts"

export default migration(() => ["ALTER TABLE ended_claims ADD COLUMN reason TEXT"])
