/** Webhooks: endpoints, deliveries, and the outbox of events. */
export const webhooks: ReadonlyArray<string> = [
  `CREATE TABLE webhook_endpoints (
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  url text NOT NULL,
  version double precision,
  description text NOT NULL,
  event_types text NOT NULL,
  datasets text,
  enabled integer NOT NULL,
  disabled_reason text,
  rate_limit integer,
  headers text NOT NULL,
  chat integer NOT NULL,
  fifo integer NOT NULL,
  batch integer NOT NULL,
  secrets text NOT NULL,
  last_place bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  retry_schedule text,
  timeout_seconds integer,
  time_to_live_seconds integer,
  PRIMARY KEY (id)
)`,
  "CREATE INDEX webhook_endpoints_owner ON webhook_endpoints USING btree (owner, id)",
  `CREATE TABLE webhook_lanes (
  endpoint_id text COLLATE "C" NOT NULL,
  in_flight integer NOT NULL,
  request_window integer NOT NULL,
  next_at double precision NOT NULL,
  paused_until bigint NOT NULL,
  blocked_until bigint NOT NULL,
  failing_since bigint,
  last_failure_at bigint,
  warned integer NOT NULL,
  PRIMARY KEY (endpoint_id)
) WITH (fillfactor=80)`,
  `CREATE TABLE webhook_deliveries (
  dataset_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  state text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  priority integer NOT NULL,
  place bigint NOT NULL,
  due_at bigint NOT NULL,
  attempts integer NOT NULL,
  token text,
  leased_by text,
  lease_until bigint,
  last_status integer,
  ended_at bigint,
  own_event text,
  PRIMARY KEY (dataset_id, event_id, endpoint_id)
) WITH (fillfactor=80)`,
  "CREATE INDEX webhook_due ON webhook_deliveries USING btree (endpoint_id, priority, place, event_id) WHERE ((state = 'pending'::text) AND (token IS NULL))",
  "CREATE INDEX webhook_leased ON webhook_deliveries USING btree (lease_until) WHERE (token IS NOT NULL)",
  "CREATE INDEX webhook_listed ON webhook_deliveries USING btree (endpoint_id, state, id)",
  "CREATE INDEX webhook_tests ON webhook_deliveries USING btree (endpoint_id) WHERE ((state = 'pending'::text) AND (priority = '-1'::integer))",
  `CREATE TABLE webhook_attempts (
  dataset_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  duration_millis double precision,
  outcome text NOT NULL,
  status integer,
  error_code text,
  error_message text,
  response_body text,
  response_cut integer NOT NULL,
  cause text NOT NULL,
  url text,
  response_headers text,
  PRIMARY KEY (dataset_id, delivery_id, id)
)`,
  "CREATE INDEX webhook_attempts_age ON webhook_attempts USING btree (id)",
  `CREATE TABLE webhook_counts (
  endpoint_id text COLLATE "C" NOT NULL,
  hour bigint NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  dead integer NOT NULL,
  PRIMARY KEY (endpoint_id, hour)
)`,
  `CREATE TABLE webhook_recoveries (
  endpoint_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  until text COLLATE "C" NOT NULL,
  missing integer NOT NULL,
  delivery_cursor text COLLATE "C" NOT NULL,
  event_cursor text COLLATE "C" NOT NULL,
  recovered integer NOT NULL,
  created integer NOT NULL,
  done integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (endpoint_id, id)
)`,
  "CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries USING btree (endpoint_id) WHERE (done = 0)",
  `CREATE TABLE outbox (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  dataset text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  object text NOT NULL,
  summary text NOT NULL,
  trace text,
  PRIMARY KEY (id, dataset_id)
) WITH (toast_tuple_target=8160)`,
  "CREATE INDEX outbox_owner ON outbox USING btree (owner, id)",
  `CREATE TABLE webhook_key_sets (
  owner text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (owner),
  UNIQUE (id)
)`,
  `CREATE OR REPLACE FUNCTION webhook_places(endpoint text, wanted integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
  DECLARE
    last bigint;
  BEGIN
    UPDATE webhook_endpoints
      SET last_place = greatest(last_place, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) + wanted
      WHERE id = endpoint RETURNING last_place INTO last;
    RETURN last - wanted;
  END $function$`,
]
