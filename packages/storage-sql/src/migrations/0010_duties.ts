/** Periodic tasks, which one process at a time runs for all. `due_at` is the end of the lease while a task is leased. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, narrowTable }) => [
  `CREATE TABLE duties (
    name ${text} NOT NULL PRIMARY KEY,
    due_at ${big} NOT NULL,
    token TEXT
  ) ${narrowTable}`,
])
