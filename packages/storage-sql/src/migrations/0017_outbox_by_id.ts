/**
 * Puts the id first in the key of the outbox. The outbox is read in the order of ids and by owner, never by dataset alone: with
 * the id first, the key also serves as the index of that order, and every change writes one index less.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ddl.outboxById)
