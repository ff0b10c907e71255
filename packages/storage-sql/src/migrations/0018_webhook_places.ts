/**
 * FIFO endpoints number their deliveries in the database, by a function or a trigger that runs for them alone. As a part of the
 * statement that appends events, the numbering would cost a fifth of that statement even without any FIFO endpoint.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl }) => ddl.webhookPlaces)
