/** Quotas of organizations, with their use. Accounts without a row have no limits. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, narrowTable }) => [
  `CREATE TABLE quotas (
    organization ${text} NOT NULL PRIMARY KEY,
    samples_limit INTEGER,
    samples_used INTEGER NOT NULL,
    requests_limit INTEGER
  ) ${narrowTable}`,
])
