/** The statements of the migrations that Postgres alone runs, or runs its own way. Never edited once released. */
import type { DialectShape } from "@annotary/storage-sql"
import { words } from "./words.ts"

const { big, real, text } = words

/**
 * Whether no other claim of the person in this queue is on its way, and they hold nothing that was claimed since; no other
 * one begins until the transaction ends. A statement sees what was committed before it began, not before it had a lock: only
 * a function looks again within one statement.
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
 * What a release freezes of a dataset, so that it is read in short transactions and no long one keeps dead rows of the queue
 * alive. Bodies are not copied, they never change. The frozen rows are worth nothing after a crash and are not logged: whoever
 * still reads them counts what he was given.
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
 * Files, so that every process serves every release and asset: a key names a file, a file is chunks. A file whose time has come
 * is removed: one that was never finished, one that was replaced and is read by nobody any more.
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
  // Neither compressed, most of it is already, nor stored in the row: a part of a chunk is read without the rest of it.
  "ALTER TABLE blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL",
]

/**
 * Events as long as a page stay in their row. Postgres would compress them and put them into a table of their own from two
 * kilobytes on, which takes longer than all else of the statement that writes them, and whoever changes something waits for it;
 * they are read once or twice, and removed after a month.
 */
const outboxInline = ["ALTER TABLE outbox SET (toast_tuple_target = 8160)"]

/** The index comes first: while it is built the outbox is still read. */
const outboxById = [
  "CREATE UNIQUE INDEX outbox_key ON outbox (id, dataset_id)",
  "ALTER TABLE outbox DROP CONSTRAINT outbox_pkey",
  "ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY USING INDEX outbox_key",
  "DROP INDEX outbox_order",
]

/** Gives away so many places at once, and returns the one before them; locks the endpoint until the transaction ends. */
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

export const ddl: DialectShape["ddl"] = {
  queueTurn: [queueTurn],
  snapshots,
  blobs,
  outboxInline,
  outboxById,
  webhookPlaces: [places],
}
