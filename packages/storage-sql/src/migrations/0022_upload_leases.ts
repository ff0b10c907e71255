/** The right to upload is leased, so that another process can take it after the first was killed. */
import { migration } from "./migration.ts"

export default migration(({ text }) => [
  "ALTER TABLE assets ADD COLUMN upload_token TEXT",
  `ALTER TABLE assets ADD COLUMN upload_lease_until ${text}`,
])
