/** Audits have the number of their plan. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => ["ALTER TABLE release_audits ADD COLUMN plan INTEGER"])
