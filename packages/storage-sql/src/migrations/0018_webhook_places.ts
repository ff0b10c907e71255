/**
 * Endpoints that keep the order count their deliveries up, in the database: it does so for those alone, where a part of the
 * statement that appends would cost each change a fifth of that statement, also where no endpoint keeps the order.
 */
import { migration } from "./migration.ts"

export default migration(({ ddl }) => ddl.webhookPlaces)
