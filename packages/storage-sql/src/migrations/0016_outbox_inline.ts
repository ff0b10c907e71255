/** Storage parameters of the outbox: see `ddl` of the dialect. */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.outboxInline)
