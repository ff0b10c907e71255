/** Since when the events of an account are kept for its feed; NULL while that is off. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [`ALTER TABLE users ADD COLUMN feed_since ${text}`])
