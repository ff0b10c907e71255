/** People list the files that they have uploaded, newest first. */
import { makeIndexMigration } from "./migration.ts"

export default makeIndexMigration([
  { name: "assets_creator", on: "assets (created_by, id) WHERE uploaded_at IS NOT NULL" },
])
