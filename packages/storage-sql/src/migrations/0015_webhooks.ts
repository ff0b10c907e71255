/**
 * Webhooks: endpoints, the state of their queues (`webhook_lanes`, which every claim updates and which is therefore a narrow
 * table of its own), deliveries and attempts. A delivery refers to an event in the outbox; tests are in no outbox and have an
 * empty dataset id. Instants that decide something are milliseconds of the database's clock.
 *
 * A pending delivery without a lease is in one partial index, by endpoint and `place`, so that a claim reads only the first
 * rows of each endpoint. The place is the time when the delivery is due; for FIFO endpoints it is an increasing number.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, big, real, wideTable, narrowTable, hotTable }) => [
  // A recovery looks among the owner's events for those without a delivery.
  "CREATE INDEX outbox_owner ON outbox (owner, id)",
  `CREATE TABLE webhook_endpoints (
    id ${text} NOT NULL PRIMARY KEY,
    owner ${text} NOT NULL,
    url TEXT NOT NULL,
    version ${real},
    description TEXT NOT NULL,
    event_types TEXT NOT NULL,
    datasets TEXT,
    enabled INTEGER NOT NULL,
    disabled_reason TEXT,
    rate_limit INTEGER,
    headers TEXT NOT NULL,
    chat INTEGER NOT NULL,
    fifo INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    secrets TEXT NOT NULL,
    last_place ${big} NOT NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${wideTable}`,
  "CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner, id)",
  `CREATE TABLE webhook_lanes (
    endpoint_id ${text} NOT NULL PRIMARY KEY,
    in_flight INTEGER NOT NULL,
    request_window INTEGER NOT NULL,
    next_at ${real} NOT NULL,
    paused_until ${big} NOT NULL,
    blocked_until ${big} NOT NULL,
    failing_since ${big},
    last_failure_at ${big},
    warned INTEGER NOT NULL
  ) ${hotTable}`,
  `CREATE TABLE webhook_deliveries (
    dataset_id ${text} NOT NULL,
    event_id ${text} NOT NULL,
    endpoint_id ${text} NOT NULL,
    id ${text} NOT NULL,
    event_type TEXT NOT NULL,
    state ${text} NOT NULL,
    origin TEXT NOT NULL,
    priority INTEGER NOT NULL,
    place ${big} NOT NULL,
    due_at ${big} NOT NULL,
    attempts INTEGER NOT NULL,
    token TEXT,
    leased_by TEXT,
    lease_until ${big},
    last_status INTEGER,
    ended_at ${big},
    own_event TEXT,
    PRIMARY KEY (dataset_id, event_id, endpoint_id)
  ) ${hotTable}`,
  `CREATE INDEX webhook_due ON webhook_deliveries (endpoint_id, priority, place, event_id)
    WHERE state = 'pending' AND token IS NULL`,
  "CREATE INDEX webhook_leased ON webhook_deliveries (lease_until) WHERE token IS NOT NULL",
  "CREATE INDEX webhook_listed ON webhook_deliveries (endpoint_id, state, id)",
  `CREATE TABLE webhook_attempts (
    dataset_id ${text} NOT NULL,
    delivery_id ${text} NOT NULL,
    id ${text} NOT NULL,
    endpoint_id ${text} NOT NULL,
    at ${text} NOT NULL,
    duration_millis ${real},
    outcome TEXT NOT NULL,
    status INTEGER,
    error_code TEXT,
    error_message TEXT,
    response_body TEXT,
    response_cut INTEGER NOT NULL,
    cause TEXT NOT NULL,
    PRIMARY KEY (dataset_id, delivery_id, id)
  ) ${wideTable}`,
  "CREATE INDEX webhook_attempts_age ON webhook_attempts (id)",
  `CREATE TABLE webhook_counts (
    endpoint_id ${text} NOT NULL,
    hour ${big} NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    dead INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, hour)
  ) ${narrowTable}`,
  `CREATE TABLE webhook_recoveries (
    endpoint_id ${text} NOT NULL,
    id ${text} NOT NULL,
    since ${text} NOT NULL,
    until ${text} NOT NULL,
    missing INTEGER NOT NULL,
    delivery_cursor ${text} NOT NULL,
    event_cursor ${text} NOT NULL,
    recovered INTEGER NOT NULL,
    created INTEGER NOT NULL,
    done INTEGER NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (endpoint_id, id)
  ) ${narrowTable}`,
  "CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries (endpoint_id) WHERE done = 0",
])
