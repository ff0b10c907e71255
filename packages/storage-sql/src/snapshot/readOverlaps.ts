/** Reads the overlaps of a snapshot. */
import type { Dataset, ReceiveOverlaps, SnapshotOverlap } from "@annotary/core/effect"
import { Effect } from "effect"
import { nullable, number, type RawRow, table, text } from "../rows/columns.ts"
import { decodeAll } from "../rows/results.ts"
import type { Query } from "../statements/Statements.ts"

/** Stored agreements have up to some hundred KiB. */
const pageSize = 100

const overlapRows = table<SnapshotOverlap>({
  sampleId: text("sample_id"),
  state: text("state"),
  labels: number("labels"),
  decidedBy: nullable(text("decided_by")),
  agreement: nullable(text("agreement")),
})

const columns = overlapRows.select("o", "", {
  labels: `(SELECT CAST(count(DISTINCT l.labeler) AS INTEGER) FROM overlap_labels l
    WHERE l.dataset_id = o.dataset_id AND l.sample_id = o.sample_id AND l.status <> 'LABELING_IN_PROGRESS')`,
  decidedBy: "CASE WHEN o.state = 'decided' THEN o.decided_by END",
  agreement: "CASE WHEN o.state = 'decided' THEN o.agreement END",
})

const pageText = `SELECT ${columns} FROM overlap_samples o
  JOIN samples s ON s.dataset_id = o.dataset_id AND s.id = o.sample_id AND s.deleted_at IS NULL
  WHERE o.dataset_id = ? AND o.sample_id > ? ORDER BY o.sample_id LIMIT CAST(? AS BIGINT)`

/** Reads nothing of a dataset in which no sample ever had overlap. */
export const readOverlaps = (
  run: (query: Query) => Effect.Effect<ReadonlyArray<RawRow>>,
  { id, settings }: Pick<Dataset, "id" | "settings">,
  receive: ReceiveOverlaps,
): Effect.Effect<void> => {
  const readFrom = (after: string): Effect.Effect<void> =>
    Effect.flatMap(run({ text: pageText, params: [id, after, pageSize] }), (rows) => {
      const page = decodeAll(overlapRows.decode)(rows)
      const last = page.at(-1)
      if (last === undefined) return Effect.void
      const received = receive(page)
      return page.length < pageSize ? received : Effect.zipRight(received, readFrom(last.sampleId))
    })
  return settings.usesOverlap ? readFrom("") : Effect.void
}
