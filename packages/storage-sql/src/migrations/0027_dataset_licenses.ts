/** The license of a dataset's samples; empty when none is given. */
import { migration } from "./migration.ts"

export default migration(() => ["ALTER TABLE datasets ADD COLUMN license TEXT NOT NULL DEFAULT ''"])
