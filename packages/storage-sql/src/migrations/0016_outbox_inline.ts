/** Storage parameters of the outbox: see `ddl` of the dialect. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ddl.outboxInline)
