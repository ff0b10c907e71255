/** Accounts, members of organizations, API keys and the audit log. Log entries without a dataset have an empty dataset id. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable, narrowTable }) => [
  `CREATE TABLE users (
    username_key ${text} NOT NULL PRIMARY KEY,
    username ${text} NOT NULL UNIQUE,
    email TEXT,
    is_organization INTEGER NOT NULL,
    site_admin INTEGER NOT NULL,
    webhooks_enabled INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text},
    disabled_at ${text}
  ) ${wideTable}`,
  `CREATE TABLE members (
    organization ${text} NOT NULL,
    username ${text} NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (organization, username)
  ) ${narrowTable}`,
  "CREATE INDEX members_user ON members (username, organization)",
  `CREATE TABLE api_keys (
    id ${text} NOT NULL PRIMARY KEY,
    username ${text} NOT NULL,
    digest TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at ${text} NOT NULL,
    last_used_at ${text},
    expires_at ${text},
    revoked_at ${text}
  ) ${wideTable}`,
  "CREATE INDEX api_keys_user ON api_keys (username, created_at)",
  `CREATE TABLE audit_log (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    at ${text} NOT NULL,
    actor ${text},
    action TEXT NOT NULL,
    account ${text} NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE INDEX audit_log_account ON audit_log (account, id)",
])
