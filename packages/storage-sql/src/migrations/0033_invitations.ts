/** Invitations by link, to an organization or to a dataset; the other of the two columns is NULL. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE invitations (
    id ${text} NOT NULL PRIMARY KEY,
    digest ${text} NOT NULL UNIQUE,
    organization ${text},
    invited_dataset ${text},
    role TEXT NOT NULL,
    created_at ${text} NOT NULL,
    created_by ${text},
    expires_at ${text} NOT NULL,
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL
  ) ${wideTable}`,
  "CREATE INDEX invitations_organization ON invitations (organization, id) WHERE organization IS NOT NULL",
  "CREATE INDEX invitations_dataset ON invitations (invited_dataset, id) WHERE invited_dataset IS NOT NULL",
  "CREATE INDEX invitations_creator ON invitations (created_by)",
  "CREATE INDEX invitations_age ON invitations (expires_at)",
])
