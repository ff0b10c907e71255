/** Labels of people have the time of the work on them. Those that are there have none: their workunits have it. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ big }) => [
  `ALTER TABLE overlap_labels ADD COLUMN time_ms ${big}`,
  `ALTER TABLE overlap_labels ADD COLUMN inactive_ms ${big}`,
])
