/** API keys that are tokens for pages of other applications: their limit to webhooks, and the order in which they are removed. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE api_keys ADD COLUMN scope_webhooks ${text}`,
  "ALTER TABLE api_keys ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0",
  "CREATE INDEX api_keys_embedded ON api_keys (expires_at) WHERE embedded = 1",
])
