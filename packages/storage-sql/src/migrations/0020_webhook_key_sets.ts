/** The ids under which the public keys of an account's webhooks are served. They do not reveal the account's name. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, narrowTable }) => [
  `CREATE TABLE webhook_key_sets (
    owner ${text} NOT NULL PRIMARY KEY,
    id ${text} NOT NULL UNIQUE,
    created_at ${text} NOT NULL
  ) ${narrowTable}`,
])
