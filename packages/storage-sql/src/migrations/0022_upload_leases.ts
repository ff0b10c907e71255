/** The right to upload is leased, so that another process can take it after the first was killed. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  "ALTER TABLE assets ADD COLUMN upload_token TEXT",
  `ALTER TABLE assets ADD COLUMN upload_lease_until ${text}`,
])
