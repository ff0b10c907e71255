/** Quotas of bytes. An asset counts for the first dataset that names it. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big }) => [
  `ALTER TABLE quotas ADD COLUMN bytes_limit ${big}`,
  `ALTER TABLE quotas ADD COLUMN bytes_used ${big} NOT NULL DEFAULT 0`,
  `ALTER TABLE assets ADD COLUMN counted_for ${text}`,
])
