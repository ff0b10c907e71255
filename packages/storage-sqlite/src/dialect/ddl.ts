/** The statements of migrations that are specific to SQLite. Never edited once released. */
import type { DialectShape } from "@annotary/storage-sql"
import { words } from "./words.ts"

const { text, wideTable } = words

/** SQLite cannot change a primary key, so the rows move to a new table. */
const outboxById = [
  "ALTER TABLE outbox RENAME TO outbox_by_dataset",
  `CREATE TABLE outbox (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    type TEXT NOT NULL,
    owner ${text} NOT NULL,
    dataset TEXT NOT NULL,
    created_at ${text} NOT NULL,
    object TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (id, dataset_id)
  ) ${wideTable}`,
  `INSERT INTO outbox (dataset_id, id, type, owner, dataset, created_at, object, summary)
    SELECT dataset_id, id, type, owner, dataset, created_at, object, summary FROM outbox_by_dataset ORDER BY id`,
  "DROP TABLE outbox_by_dataset",
  "CREATE INDEX outbox_owner ON outbox (owner, id)",
]

/**
 * Records the last place of a FIFO endpoint. SQLite has one writer, so the place can be recorded after the insert. Only places
 * of FIFO endpoints are later than the due time.
 *
 * A migration that recreates `webhook_deliveries` or `webhook_endpoints` must recreate the trigger, which follows the old table.
 */
const counted = `CREATE TRIGGER webhook_counted AFTER INSERT ON webhook_deliveries WHEN new.place > new.due_at
  BEGIN
    UPDATE webhook_endpoints SET last_place = max(last_place, new.place) WHERE id = new.endpoint_id;
  END`

export const ddl: DialectShape["ddl"] = {
  firstOverlap: [],
  queueTurn: [],
  snapshots: [],
  blobs: [],
  outboxInline: [],
  outboxById,
  webhookPlaces: [counted],
}
