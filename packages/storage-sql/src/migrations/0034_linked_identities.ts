/** People of identity providers: their accounts, and the memberships that the providers gave them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable, narrowTable }) => [
  `CREATE TABLE linked_identities (
    issuer ${text} NOT NULL,
    subject ${text} NOT NULL,
    username ${text} NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) ${wideTable}`,
  "CREATE INDEX linked_identities_user ON linked_identities (username)",
  `CREATE TABLE given_roles (
    username ${text} NOT NULL,
    organization ${text} NOT NULL,
    issuer ${text} NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (username, organization, issuer)
  ) ${narrowTable}`,
])
