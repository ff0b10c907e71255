/** Files in the database: see the dialect of the database that has them. */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.blobs)
