/**
 * Freezes a dataset: one transaction copies the small rows, which refer to the bodies, as of one point in time. A million samples
 * with a label each take a few seconds; they are copied in slices, so that no statement takes long.
 */
import type { Dataset, DatasetId, Labelset, ReceiveOverlaps } from "@annotary/core/effect"
import {
  type DatabaseShape,
  type RunQuery,
  readHead,
  readOverlaps,
  selectCurrentContent,
} from "@annotary/storage-sql"
import { Effect } from "effect"

export interface Frozen {
  /** The number of the snapshot, in the keys of its rows. */
  readonly snapshot: number
  readonly dataset: Dataset
  readonly labelsets: ReadonlyArray<Labelset>
  /** The numbers of samples and labels. When rows are missing, the snapshot is not valid. */
  readonly samples: number
  readonly labels: number
}

/** Above every id. */
export const afterAll = "~"

/** Samples in one statement. */
const slice = 100_000

/**
 * Copies the rows of a dataset; null when it is gone. Overlaps are not copied: the receiver gets them in the same transaction, because nothing
 * reads them later.
 */
export const freeze = (
  database: DatabaseShape,
  dataset: DatasetId,
  snapshot: number,
  makeReceiver?: () => ReceiveOverlaps,
): Effect.Effect<Frozen | null> => {
  const { atomic, sql } = database
  const run: RunQuery = ({ text, params }) => Effect.orDie(sql.unsafe(replaceParameters(text), params))
  const { copyLabels, copySamples } = makeCopies(database, dataset, snapshot)
  return atomic(
    "SnapshotStore.open",
    Effect.gen(function* () {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
      const head = yield* readHead(run, dataset)
      if (head === null) return null
      let samples = 0
      let labels = 0
      for (let after: string = ""; after !== afterAll; ) {
        const [copied] = yield* copySamples(after, samples)
        const until = copied?.count === slice ? (copied.last ?? afterAll) : afterAll
        samples += copied?.count ?? 0
        for (const [index, { id }] of head.labelsets.entries())
          labels += countRows(yield* copyLabels(id, index + 1, after, until))
        after = until
      }
      if (makeReceiver) yield* readOverlaps(run, head.dataset, makeReceiver())
      return { ...head, snapshot, samples, labels }
    }),
  )
}

const makeCopies = ({ sql }: DatabaseShape, dataset: DatasetId, snapshot: number) => ({
  copySamples: (after: string, before: number) =>
    sql<{
      readonly count: number
      readonly last: string | null
    }>`WITH copied AS (INSERT INTO snapshot_samples (dataset_id, snapshot_id, position, sample_id, name, priority,
          assigned_labeler, assigned_reviewer, created_at, created_by, content)
        SELECT s.dataset_id, ${snapshot}, ${before}::integer + row_number() OVER (ORDER BY s.id), s.id, s.name, s.priority,
          s.assigned_labeler, s.assigned_reviewer, s.created_at, s.created_by, s.content
        FROM (SELECT * FROM samples WHERE dataset_id = ${dataset} AND id > ${after} AND deleted_at IS NULL
          ORDER BY id LIMIT ${sql.literal(String(slice))}) s RETURNING sample_id)
      SELECT count(*)::integer AS count, max(sample_id) AS last FROM copied`,

  /** Copies the labels of one labelset, of samples after one id up to another. */
  copyLabels: (labelset: Labelset["id"], place: number, after: string, until: string) =>
    sql`INSERT INTO snapshot_labels (dataset_id, snapshot_id, sample_id, labelset, status, score, rating,
        created_at, created_by, updated_at, updated_by, reviewed_at, reviewed_by, content)
      SELECT l.dataset_id, ${snapshot}, l.sample_id, ${place}, l.status, l.score, l.rating,
        l.created_at, l.created_by, l.updated_at, l.updated_by, l.reviewed_at, l.reviewed_by, ${sql.literal(selectCurrentContent("l"))}
      FROM labels l WHERE l.dataset_id = ${dataset} AND l.labelset_id = ${labelset}
        AND l.sample_id > ${after} AND l.sample_id <= ${until}`.raw,
})

/** Replaces `?` by Postgres's numbered parameters. */
export const replaceParameters = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

/** The number of rows that a statement has written, from the driver's result. */
const countRows = (result: unknown): number => {
  if (typeof result === "object" && result !== null && "rowCount" in result) return Number(result.rowCount)
  throw new TypeError("The driver does not say how many rows were written.")
}
