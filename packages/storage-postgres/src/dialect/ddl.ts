/** The statements of migrations that are specific to Postgres. Never edited once released. */
import type { DialectShape } from "@annotary/storage-sql"
import { words } from "./words.ts"

const { big, real, text } = words

/**
 * Whether no other claim of the user in this queue is running and the user has no claim since a time; if so, no other claim
 * begins until the transaction ends. This is a function because a statement sees the rows that were committed when it began, not
 * when it obtained the lock: within one statement, only a function takes a new snapshot.
 */
const queueTurn = `CREATE FUNCTION queue_turn(dataset text, person text, which integer, since bigint)
  RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF pg_try_advisory_xact_lock(hashtextextended(dataset || person, which)) THEN
      RETURN NOT EXISTS (SELECT 1 FROM sample_queue
        WHERE holder = person AND dataset_id = dataset AND queue = which AND claimed_at >= since);
    END IF;
    RETURN false;
  END $$`

/**
 * Frozen rows of a dataset, from which a release reads in short transactions: a long transaction would keep dead rows of the
 * queue. Bodies are not copied, because they never change. The tables are unlogged and lose their rows in a crash, which readers
 * detect by counting rows.
 */
const snapshots = [
  `CREATE TABLE snapshots (
    dataset_id ${text} NOT NULL,
    id ${big} NOT NULL,
    kept_until ${big} NOT NULL,
    PRIMARY KEY (dataset_id, id)
  )`,
  `CREATE UNLOGGED TABLE snapshot_samples (
    dataset_id ${text} NOT NULL,
    snapshot_id ${big} NOT NULL,
    position INTEGER NOT NULL,
    sample_id ${text} NOT NULL,
    name ${text} NOT NULL,
    priority ${real} NOT NULL,
    assigned_labeler ${text},
    assigned_reviewer ${text},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    content ${text} NOT NULL,
    PRIMARY KEY (dataset_id, snapshot_id, position)
  )`,
  `CREATE UNLOGGED TABLE snapshot_labels (
    dataset_id ${text} NOT NULL,
    snapshot_id ${big} NOT NULL,
    sample_id ${text} NOT NULL,
    labelset INTEGER NOT NULL,
    status ${text} NOT NULL,
    score ${real},
    rating ${real},
    created_at ${text} NOT NULL,
    created_by ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    updated_by ${text} NOT NULL,
    reviewed_at ${text},
    reviewed_by ${text},
    content ${text},
    PRIMARY KEY (dataset_id, snapshot_id, sample_id, labelset)
  )`,
]

/**
 * Files, so that every process can serve every release and asset: a key refers to a file, and a file consists of chunks. Files
 * that were never finished, and replaced files that nobody reads, are removed at `remove_at`.
 */
const blobs = [
  `CREATE TABLE blobs (
    blob_key ${text} NOT NULL PRIMARY KEY,
    file_id ${text} NOT NULL,
    size_bytes ${big} NOT NULL,
    replaced ${text}
  )`,
  `CREATE TABLE blob_files (
    id ${text} NOT NULL PRIMARY KEY,
    remove_at ${big}
  )`,
  "CREATE INDEX blob_files_due ON blob_files (remove_at) WHERE remove_at IS NOT NULL",
  `CREATE TABLE blob_chunks (
    file_id ${text} NOT NULL,
    position INTEGER NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (file_id, position)
  )`,
  // Stored outside of the row and uncompressed, so that a part of a chunk can be read alone; most files are compressed already.
  "ALTER TABLE blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL",
]

/**
 * Keeps events of up to a page in their row. By default, Postgres compresses values from two kilobytes on and stores them in
 * another table, which takes longer than the rest of the statement that every change waits for. Events are read once or twice
 * and deleted after a month.
 */
const outboxInline = ["ALTER TABLE outbox SET (toast_tuple_target = 8160)"]

/** Builds the index first, while the outbox can still be read. */
const outboxById = [
  "CREATE UNIQUE INDEX outbox_key ON outbox (id, dataset_id)",
  "ALTER TABLE outbox DROP CONSTRAINT outbox_pkey",
  "ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY USING INDEX outbox_key",
  "DROP INDEX outbox_order",
]

/** Reserves consecutive places of a FIFO endpoint and returns the place before them; locks the endpoint until the transaction ends. */
const places = `CREATE FUNCTION webhook_places(endpoint text, wanted integer)
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    last bigint;
  BEGIN
    UPDATE webhook_endpoints
      SET last_place = greatest(last_place, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) + wanted
      WHERE id = endpoint RETURNING last_place INTO last;
    RETURN last - wanted;
  END $$`

/**
 * Leases the first free place of a dataset where several people label a sample, to a person without claims and saved work. No row where
 * anything else could come first: samples without overlap, assigned samples, leases that have ended. A function, for the reason of
 * `queue_turn`, and because each of its statements is planned once; a plan for the values of a call may not know a new dataset.
 *
 * Each statement is written so that it reads the first row of one index whatever the statistics are: for EXISTS, a planner that expects a row soon
 * reads the table. The sample's overlap is locked before its place, so that every other change of it is met; later statements see what that
 * has committed, which needs the level READ COMMITTED. 86400000 is the longest lease.
 */
const firstOverlap = `CREATE FUNCTION lease_first_overlap(dataset text, person text, claim text, millis bigint)
  RETURNS SETOF overlap_places LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    moment bigint;
    found_np double precision;
    found_sample text;
    found_place integer;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN RETURN; END IF;
    IF NOT pg_try_advisory_xact_lock(hashtextextended(dataset || person, 1)) THEN RETURN; END IF;
    moment := CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint);
    PERFORM 1 FROM datasets WHERE id = dataset AND deleted_at IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE holder = person AND dataset_id = dataset AND queue = 1 ORDER BY claimed_at LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND own_user = person AND own_step < 10
      ORDER BY own_step, np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND open_step = 3 AND open_user = person
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND open_step = 4 AND open_user = ''
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until > 0 AND lease_until <= moment
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE holder = person AND dataset_id = dataset AND queue = 1 ORDER BY claimed_at LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND queue = 1 AND own_user = person
      ORDER BY open_user, np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND queue = 1 AND own_user = '' AND open_user = person
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until > moment + 86400000
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    SELECT f.np, p.sample_id, p.place INTO found_np, found_sample, found_place
      FROM (SELECT o.np, o.sample_id, o.place FROM overlap_places o
        WHERE o.dataset_id = dataset AND o.queue = 1 AND o.own_user = '' AND o.open_user = '' AND o.holder IS NULL
        ORDER BY o.np, o.sample_id, o.place LIMIT 16) f
      JOIN overlap_samples s ON s.dataset_id = dataset AND s.sample_id = f.sample_id
      JOIN overlap_places p ON p.dataset_id = dataset AND p.sample_id = f.sample_id AND p.place = f.place
      WHERE COALESCE(p.own_user, '') = '' AND COALESCE(p.open_user, '') = '' AND COALESCE(p.holder, '') = ''
        AND (SELECT 1 FROM overlap_labels l WHERE l.dataset_id = dataset AND l.sample_id = f.sample_id AND l.labeler = person
          AND l.status <> 'LABELING_IN_PROGRESS' LIMIT 1) IS NULL
      ORDER BY f.np, f.sample_id LIMIT 1 FOR UPDATE OF s, p SKIP LOCKED;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until <= moment
      AND COALESCE(queue, 0) = 1 AND COALESCE(own_user, '') = '' AND COALESCE(open_user, '') = '' AND (np, sample_id) <= (found_np, found_sample)
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places o
      WHERE o.dataset_id = dataset AND o.sample_id = found_sample AND COALESCE(o.open_user, '') <> '' LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_labels l WHERE l.dataset_id = dataset AND l.sample_id = found_sample AND l.labeler = person LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    RETURN QUERY UPDATE overlap_places p SET holder = person, claim_id = claim, step = 4, claimed_at = moment, lease_until = moment + millis
      WHERE p.dataset_id = dataset AND p.sample_id = found_sample AND p.place = found_place RETURNING p.*;
  END $$`

export const ddl: DialectShape["ddl"] = {
  firstOverlap: [firstOverlap],
  queueTurn: [queueTurn],
  snapshots,
  blobs,
  outboxInline,
  outboxById,
  webhookPlaces: [places],
}
