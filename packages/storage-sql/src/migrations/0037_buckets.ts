/** Private buckets of organizations, with sealed credentials. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE buckets (
    id ${text} NOT NULL PRIMARY KEY,
    organization ${text} NOT NULL,
    kind ${text} NOT NULL,
    account ${text} NOT NULL,
    name ${text} NOT NULL,
    prefix ${text} NOT NULL,
    endpoint TEXT,
    region TEXT,
    url_seconds INTEGER NOT NULL,
    sealed TEXT NOT NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    UNIQUE (organization, kind, account, name, prefix)
  ) ${wideTable}`,
])
