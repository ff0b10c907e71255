/** Attempts say which URL was tried and with which headers it answered; of those before nobody knows. */
import { migration } from "./migration.ts"

export default migration(() => [
  "ALTER TABLE webhook_attempts ADD COLUMN url TEXT",
  "ALTER TABLE webhook_attempts ADD COLUMN response_headers TEXT",
])
