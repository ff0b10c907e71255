/** The place up to which a periodic task has worked, such as the last event that a sink has published. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [`ALTER TABLE duties ADD COLUMN checkpoint ${text}`])
