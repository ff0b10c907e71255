/** The outbox of events, the answers kept for repeated requests, and secrets. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE outbox (
    dataset_id ${text} NOT NULL,
    id ${text} NOT NULL,
    type TEXT NOT NULL,
    owner ${text} NOT NULL,
    dataset TEXT NOT NULL,
    created_at ${text} NOT NULL,
    object TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) ${wideTable}`,
  "CREATE INDEX outbox_order ON outbox (id)",
  `CREATE TABLE idempotency (
    caller ${text} NOT NULL,
    request_key ${text} NOT NULL,
    fingerprint TEXT NOT NULL,
    at ${text} NOT NULL,
    status INTEGER,
    headers TEXT,
    body TEXT,
    PRIMARY KEY (caller, request_key)
  ) ${wideTable}`,
  "CREATE INDEX idempotency_at ON idempotency (at)",
  `CREATE TABLE secrets (
    name ${text} NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
  ) ${wideTable}`,
])
