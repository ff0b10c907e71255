/** Retry schedules per endpoint, where NULL means the server's default, and the trace context of events. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "ALTER TABLE webhook_endpoints ADD COLUMN retry_schedule TEXT",
  "ALTER TABLE webhook_endpoints ADD COLUMN timeout_seconds INTEGER",
  "ALTER TABLE webhook_endpoints ADD COLUMN time_to_live_seconds INTEGER",
  "ALTER TABLE outbox ADD COLUMN trace TEXT",
])
