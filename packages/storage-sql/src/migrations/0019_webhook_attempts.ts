/** Attempts record the URL and the headers of the response; both are NULL for older attempts. */
import { migration } from "./migration.ts"

export default migration(() => [
  "ALTER TABLE webhook_attempts ADD COLUMN url TEXT",
  "ALTER TABLE webhook_attempts ADD COLUMN response_headers TEXT",
])
