/** The common claim of a sample that several people label is one call, where the database has functions. The index that 0064 replaces goes. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ["DROP INDEX overlap_places_holder", ...ddl.firstOverlap])
