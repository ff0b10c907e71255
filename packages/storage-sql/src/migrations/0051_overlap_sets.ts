/** Places to label are grouped by the people whose labels are in: a search skips all samples that a person has labeled, group by group. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE overlap_places ADD COLUMN finished ${text} NOT NULL DEFAULT ''`,
])
