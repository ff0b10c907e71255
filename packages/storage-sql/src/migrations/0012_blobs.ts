/** Files in the database: see `ddl` of the dialect that needs them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ddl.blobs)
