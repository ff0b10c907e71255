/**
 * The outbox is read by event, in the order of the ids, and by owner, never by dataset alone: with the id first, the key of the
 * table serves as the index of the order too, and a change writes one index less.
 */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.outboxById)
