/**
 * Test deliveries are claimed outside of the order: they have a priority that no other claim reads, and an index of their own.
 * Tests that are pending during the migration may have waited for days behind other deliveries, and are ended.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ nowMillis }) => [
  `UPDATE webhook_deliveries SET state = 'dead', ended_at = ${nowMillis}
    WHERE state = 'pending' AND origin = 'test' AND token IS NULL`,
  `CREATE INDEX webhook_tests ON webhook_deliveries (endpoint_id) WHERE state = 'pending' AND priority = -1`,
])
