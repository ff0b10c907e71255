/** Snapshots as rows: see `ddl` of the dialect that needs them. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ddl.snapshots)
