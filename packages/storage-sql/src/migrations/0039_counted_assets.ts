/** The assets of a dataset are summed when its owner has a quota. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  { name: "assets_counted", on: "assets (counted_for) WHERE counted_for IS NOT NULL" },
])
