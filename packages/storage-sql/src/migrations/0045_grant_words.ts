/** The right of an embed token to disable webhooks has the word of the call that does it. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  `UPDATE api_keys SET embed_grants = replace(embed_grants, '"end_webhooks"', '"disable_webhooks"') WHERE embed_grants <> '[]'`,
])
