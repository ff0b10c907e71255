/** Files in the database: see `ddl` of the dialect that needs them. */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.blobs)
