/** The rights of embed tokens that not every embed token has. Older servers pass over them, and permit less. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE api_keys ADD COLUMN embed_grants ${text} NOT NULL DEFAULT '[]'`,
])
