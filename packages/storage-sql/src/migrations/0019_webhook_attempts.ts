/** Attempts record the URL and the headers of the response; both are NULL for older attempts. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "ALTER TABLE webhook_attempts ADD COLUMN url TEXT",
  "ALTER TABLE webhook_attempts ADD COLUMN response_headers TEXT",
])
