/**
 * What must hold in the database file whenever nobody writes: no half of anything. Each entry is a question whose answer
 * must be empty.
 */
import type { Database } from "better-sqlite3"

const questions: { readonly [wrong: string]: string } = {
  "a sample without its content": `SELECT s.id FROM samples s
    LEFT JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content WHERE v.id IS NULL`,
  "a sample without its place in the queue": `SELECT s.id FROM samples s
    LEFT JOIN sample_queue q ON q.dataset_id = s.dataset_id AND q.sample_id = s.id
    WHERE s.deleted_at IS NULL AND q.sample_id IS NULL`,
  "a place in the queue without its sample": `SELECT q.sample_id FROM sample_queue q
    LEFT JOIN samples s ON s.dataset_id = q.dataset_id AND s.id = q.sample_id AND s.deleted_at IS NULL WHERE s.id IS NULL`,
  "something the directory does not know": `SELECT id, dataset_id FROM samples UNION ALL SELECT id, dataset_id FROM labelsets
    UNION ALL SELECT id, dataset_id FROM issues UNION ALL SELECT id, dataset_id FROM releases
    EXCEPT SELECT id, dataset_id FROM directory`,
  "something only the directory knows": `SELECT id FROM directory EXCEPT SELECT id FROM samples EXCEPT SELECT id FROM labelsets
    EXCEPT SELECT id FROM issues EXCEPT SELECT id FROM releases`,
  "a sample without its event": `SELECT id FROM samples
    EXCEPT SELECT json_extract(object, '$.uuid') FROM outbox WHERE type = 'sample.created'`,
  "an event of a sample that is not there": `SELECT json_extract(object, '$.uuid') FROM outbox WHERE type = 'sample.created'
    EXCEPT SELECT id FROM samples`,
  "a deleted sample without its event": `SELECT id FROM samples WHERE deleted_at IS NOT NULL
    EXCEPT SELECT json_extract(object, '$.uuid') FROM outbox WHERE type = 'sample.deleted'`,
  "a label without its history": `SELECT l.sample_id FROM labels l
    LEFT JOIN label_versions v ON v.dataset_id = l.dataset_id AND v.labelset_id = l.labelset_id
      AND v.sample_id = l.sample_id AND v.version = l.version AND v.to_status = l.status
    WHERE v.version IS NULL`,
  "a label that is not the newest of its history": `SELECT l.sample_id FROM labels l
    WHERE l.version <> (SELECT MAX(v.version) FROM label_versions v WHERE v.dataset_id = l.dataset_id
      AND v.labelset_id = l.labelset_id AND v.sample_id = l.sample_id)`,
  "a version of a label without its body": `SELECT v.version FROM label_versions v
    LEFT JOIN label_contents c ON c.dataset_id = v.dataset_id AND c.id = v.content
    WHERE v.content IS NOT NULL AND c.id IS NULL`,
  "a version of a label without its event, or an event without a version": `SELECT v.n, e.n
    FROM (SELECT COUNT(*) AS n FROM label_versions WHERE to_status IS NOT NULL) v,
      (SELECT COUNT(*) AS n FROM outbox WHERE type = 'label.updated') e WHERE v.n <> e.n`,
  "work without its label, or the other way round": `SELECT w.action FROM
    (SELECT action, COUNT(*) AS n FROM workunits WHERE claim_id IS NOT NULL GROUP BY action) w
    LEFT JOIN (SELECT action, COUNT(*) AS n FROM label_versions WHERE action IN ('submit', 'accept', 'reject') GROUP BY action) v
      ON v.action = w.action WHERE v.n IS NULL OR v.n <> w.n`,
  "half a claim": `SELECT sample_id FROM sample_queue
    WHERE (holder IS NULL) <> (lease_until IS NULL) OR (holder IS NOT NULL AND claim_id IS NULL)`,
  "a release without its job": `SELECT r.id FROM releases r
    WHERE r.status = 'PENDING' AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'release'
      AND j.status IN ('PENDING', 'RUNNING') AND json_extract(j.payload, '$.release') = r.id)`,
  "a finished release without its event": `SELECT r.id FROM releases r WHERE r.status = 'SUCCEEDED'
    EXCEPT SELECT json_extract(object, '$.uuid') FROM outbox WHERE type = 'release.created'`,
  "counts that are not those of the samples": `SELECT d.id FROM datasets d
    WHERE (SELECT SUM(samples) FROM dataset_counts c WHERE c.dataset_id = d.id)
      <> (SELECT COUNT(*) FROM samples s WHERE s.dataset_id = d.id AND s.deleted_at IS NULL)`,
  "counts that are not those of the labels": `SELECT d.id FROM datasets d
    WHERE (SELECT SUM(prelabeled + labeling_in_progress + labeled + reviewing_in_progress + reviewed + rejected + skipped + verified)
        FROM dataset_counts c WHERE c.dataset_id = d.id)
      <> (SELECT COUNT(*) FROM labels l
        JOIN labelsets t ON t.dataset_id = l.dataset_id AND t.id = l.labelset_id AND t.is_ground_truth = 1
        JOIN samples s ON s.dataset_id = l.dataset_id AND s.id = l.sample_id AND s.deleted_at IS NULL WHERE l.dataset_id = d.id)`,
}

/** Every sentence that holds and should not, with the first few ids. */
export const brokenInvariants = (database: Database): ReadonlyArray<string> => {
  const broken = Object.entries(questions).flatMap(([wrong, sql]) => {
    const rows = database.prepare(sql).all()
    return rows.length === 0 ? [] : [`${rows.length} times ${wrong}: ${JSON.stringify(rows.slice(0, 3))}`]
  })
  const damage = database.pragma("integrity_check", { simple: true })
  return damage === "ok" ? broken : [...broken, `the file is damaged: ${String(damage)}`]
}
