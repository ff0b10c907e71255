/** Where rows of the outbox are stored: see the dialect of the database. */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.outboxInline)
