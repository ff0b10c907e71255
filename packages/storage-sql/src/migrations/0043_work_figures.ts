/** The figures of work: its objects, whose label was reviewed, and whether for the first time. Null for work before this version. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  "ALTER TABLE workunits ADD COLUMN objects TEXT",
  `ALTER TABLE workunits ADD COLUMN labeler ${text}`,
  "ALTER TABLE workunits ADD COLUMN reviewed_before INTEGER",
])
