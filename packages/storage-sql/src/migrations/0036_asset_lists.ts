/** People list the files that they have uploaded, newest first. */
import { indexes } from "./migration.ts"

export default indexes([
  { name: "assets_creator", on: "assets (created_by, id) WHERE uploaded_at IS NOT NULL" },
])
