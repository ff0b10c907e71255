/** Versions of labels say how many objects their body has. Those that are there are counted later, in portions. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [`ALTER TABLE label_versions ADD COLUMN objects ${text}`])
