/**
 * Tests stand outside of the order: they have a priority that no other claim asks for, and an index of their own. Those that
 * wait at this moment may have waited behind others for days, and are given up.
 */
import { migration } from "./migration.ts"

export default migration(({ nowMillis }) => [
  `UPDATE webhook_deliveries SET state = 'dead', ended_at = ${nowMillis}
    WHERE state = 'pending' AND origin = 'test' AND token IS NULL`,
  `CREATE INDEX webhook_tests ON webhook_deliveries (endpoint_id) WHERE state = 'pending' AND priority = -1`,
])
