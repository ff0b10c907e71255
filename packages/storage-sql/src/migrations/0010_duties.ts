/** What one process does for all from time to time: when each is due next, which is the end of the lease while somebody has it. */
import { migration } from "./migration.ts"

export default migration(({ text, big, narrowTable }) => [
  `CREATE TABLE duties (
    name ${text} NOT NULL PRIMARY KEY,
    due_at ${big} NOT NULL,
    token TEXT
  ) ${narrowTable}`,
])
