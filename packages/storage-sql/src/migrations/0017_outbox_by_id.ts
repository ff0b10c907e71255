/**
 * The outbox is read by event, in the order of the ids, and by owner, never by dataset alone: with the id first, the key of the
 * table serves as the index of the order too, and a change that is told of writes one index less.
 */
import type { Dialect } from "../dialect/Dialect.ts"
import { migration } from "./migration.ts"

export default migration((dialect) => (dialect.name === "postgres" ? onPostgres : onSqlite(dialect)))

/** The index comes first: while it is built the outbox is still read. */
const onPostgres = [
  "CREATE UNIQUE INDEX outbox_key ON outbox (id, dataset_id)",
  "ALTER TABLE outbox DROP CONSTRAINT outbox_pkey",
  "ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY USING INDEX outbox_key",
  "DROP INDEX outbox_order",
]

/** SQLite changes no key: the rows move to a new table. */
const onSqlite = ({ text, wideTable }: Dialect) => [
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
