/** Sessions of browsers, and the one-time tokens that begin them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE sessions (
    id ${text} NOT NULL PRIMARY KEY,
    username ${text} NOT NULL,
    digest ${text} NOT NULL UNIQUE,
    api_key_id ${text},
    created_at ${text} NOT NULL,
    last_seen_at ${text} NOT NULL,
    ends_at ${text} NOT NULL
  ) ${wideTable}`,
  "CREATE INDEX sessions_user ON sessions (username, id)",
  "CREATE INDEX sessions_key ON sessions (api_key_id) WHERE api_key_id IS NOT NULL",
  "CREATE INDEX sessions_age ON sessions (last_seen_at)",
  "CREATE INDEX sessions_end ON sessions (ends_at)",
  `CREATE TABLE sign_in_tokens (
    digest ${text} NOT NULL PRIMARY KEY,
    username ${text} NOT NULL,
    created_at ${text} NOT NULL,
    expires_at ${text} NOT NULL
  ) ${wideTable}`,
  "CREATE INDEX sign_in_tokens_user ON sign_in_tokens (username)",
  "CREATE INDEX sign_in_tokens_age ON sign_in_tokens (expires_at)",
])
