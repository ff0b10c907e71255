/** Audits that could not be prepared keep the reason. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => ["ALTER TABLE release_audits ADD COLUMN failure TEXT"])
