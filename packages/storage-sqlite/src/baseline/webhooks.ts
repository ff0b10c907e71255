/** Webhooks: endpoints, deliveries, and the outbox of events. */
export const webhooks: ReadonlyArray<string> = [
  `CREATE TABLE webhook_endpoints (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    url TEXT NOT NULL,
    version REAL,
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
    last_place INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  , retry_schedule TEXT, timeout_seconds INTEGER, time_to_live_seconds INTEGER) STRICT`,
  "CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner, id)",
  `CREATE TABLE webhook_lanes (
    endpoint_id TEXT NOT NULL PRIMARY KEY,
    in_flight INTEGER NOT NULL,
    request_window INTEGER NOT NULL,
    next_at REAL NOT NULL,
    paused_until INTEGER NOT NULL,
    blocked_until INTEGER NOT NULL,
    failing_since INTEGER,
    last_failure_at INTEGER,
    warned INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE webhook_deliveries (
    dataset_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    state TEXT NOT NULL,
    origin TEXT NOT NULL,
    priority INTEGER NOT NULL,
    place INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    token TEXT,
    leased_by TEXT,
    lease_until INTEGER,
    last_status INTEGER,
    ended_at INTEGER,
    own_event TEXT,
    PRIMARY KEY (dataset_id, event_id, endpoint_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX webhook_due ON webhook_deliveries (endpoint_id, priority, place, event_id)
    WHERE state = 'pending' AND token IS NULL`,
  "CREATE INDEX webhook_leased ON webhook_deliveries (lease_until) WHERE token IS NOT NULL",
  "CREATE INDEX webhook_listed ON webhook_deliveries (endpoint_id, state, id)",
  `CREATE TABLE webhook_attempts (
    dataset_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    at TEXT NOT NULL,
    duration_millis REAL,
    outcome TEXT NOT NULL,
    status INTEGER,
    error_code TEXT,
    error_message TEXT,
    response_body TEXT,
    response_cut INTEGER NOT NULL,
    cause TEXT NOT NULL, url TEXT, response_headers TEXT,
    PRIMARY KEY (dataset_id, delivery_id, id)
  ) STRICT`,
  "CREATE INDEX webhook_attempts_age ON webhook_attempts (id)",
  `CREATE TABLE webhook_counts (
    endpoint_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    dead INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, hour)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE webhook_recoveries (
    endpoint_id TEXT NOT NULL,
    id TEXT NOT NULL,
    since TEXT NOT NULL,
    until TEXT NOT NULL,
    missing INTEGER NOT NULL,
    delivery_cursor TEXT NOT NULL,
    event_cursor TEXT NOT NULL,
    recovered INTEGER NOT NULL,
    created INTEGER NOT NULL,
    done INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (endpoint_id, id)
  ) STRICT, WITHOUT ROWID`,
  "CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries (endpoint_id) WHERE done = 0",
  `CREATE TABLE outbox (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    owner TEXT NOT NULL,
    dataset TEXT NOT NULL,
    created_at TEXT NOT NULL,
    object TEXT NOT NULL,
    summary TEXT NOT NULL, trace TEXT,
    PRIMARY KEY (id, dataset_id)
  ) STRICT`,
  "CREATE INDEX outbox_owner ON outbox (owner, id)",
  `CREATE TRIGGER webhook_counted AFTER INSERT ON webhook_deliveries WHEN new.place > new.due_at
  BEGIN
    UPDATE webhook_endpoints SET last_place = max(last_place, new.place) WHERE id = new.endpoint_id;
  END`,
  `CREATE TABLE webhook_key_sets (
    owner TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX webhook_tests ON webhook_deliveries (endpoint_id) WHERE state = 'pending' AND priority = -1",
  `CREATE INDEX labels_written_during ON labels (dataset_id, written_during, labelset_id, sample_id)
    WHERE written_during IS NOT NULL`,
]
