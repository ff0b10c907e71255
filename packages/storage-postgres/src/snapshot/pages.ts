/**
 * The statements that read a frozen dataset, each in its own transaction. Small rows are read by short ranges of the key. Bodies
 * are read by lists of ids, in the order of the index, up to a number of bytes that Postgres counts before it sends them.
 */
import type { JsonText } from "@annotary/core/effect"
import type { DatabaseShape } from "@annotary/storage-sql"
import { Effect } from "effect"
import type { Frozen } from "./freeze.ts"
import { decodeLabelRows, type LabelRow, labelColumns, type PackedLabels } from "./labelRows.ts"
import { decodeSampleRows, type PackedSamples, type SampleRow, sampleColumns } from "./sampleRows.ts"

export interface SamplePage {
  readonly samples: ReadonlyArray<SampleRow>
  /** The position of the last sample. */
  readonly last: number
}

export interface SampleBody {
  readonly id: string
  readonly attributes: JsonText | null
  readonly metadata: JsonText
  readonly readme: string
}

export interface LabelBody {
  readonly id: string
  readonly attributes: JsonText
}

export const makeSnapshotPages = (
  { query, sql }: DatabaseShape,
  { dataset, labelsets, snapshot }: Frozen,
) => {
  const mine = sql`p.dataset_id = ${dataset.id} AND p.snapshot_id = ${snapshot}`

  /** Reads samples after a position. */
  const readSamples = (after: number, count: number): Effect.Effect<SamplePage> =>
    query(
      "SnapshotStore.samples",
      sql<PackedSamples>`SELECT ${sql.literal(sampleColumns)}, max(p.position) AS last
        FROM (SELECT * FROM snapshot_samples p WHERE ${mine} AND p.position > ${after}
          AND p.position <= ${after + count} ORDER BY p.position) p`,
    ).pipe(
      Effect.map(([page]) => ({
        samples: page === undefined ? [] : decodeSampleRows(page),
        last: page?.last ?? after,
      })),
    )

  /** Reads labels of samples after one id up to another. */
  const readLabels = (after: string, last: string): Effect.Effect<ReadonlyArray<LabelRow>> =>
    query(
      "SnapshotStore.labels",
      sql<PackedLabels>`SELECT ${sql.literal(labelColumns)}
        FROM (SELECT * FROM snapshot_labels p WHERE ${mine} AND p.sample_id > ${after} AND p.sample_id <= ${last}
          ORDER BY p.sample_id, p.labelset) p`,
    ).pipe(Effect.map(([page]) => (page === undefined ? [] : decodeLabelRows(page, labelsets))))

  const readSampleBodies = (
    ids: ReadonlyArray<string>,
    bytes: number,
  ): Effect.Effect<ReadonlyArray<SampleBody>> =>
    query(
      "SnapshotStore.contents",
      sql<SampleBody>`SELECT p.id, p.attributes, p.metadata, p.readme FROM (
        SELECT v.*, sum(v.bytes) OVER (ROWS UNBOUNDED PRECEDING) AS up_to FROM (
          SELECT b.id, b.attributes, b.metadata, b.readme,
            COALESCE(octet_length(b.attributes), 0) + octet_length(b.metadata) + octet_length(b.readme) AS bytes
          FROM sample_versions b
          WHERE b.dataset_id = ${dataset.id} AND b.id = ANY(string_to_array(${ids.join(",")}, ','))) v) p
        WHERE p.up_to - p.bytes < ${bytes}`,
    )

  const readLabelBodies = (
    ids: ReadonlyArray<string>,
    bytes: number,
  ): Effect.Effect<ReadonlyArray<LabelBody>> =>
    query(
      "SnapshotStore.contents",
      sql<LabelBody>`SELECT p.id, p.attributes FROM (
        SELECT v.*, sum(v.bytes) OVER (ROWS UNBOUNDED PRECEDING) AS up_to FROM (
          SELECT b.id, b.attributes, octet_length(b.attributes) AS bytes FROM label_contents b
          WHERE b.dataset_id = ${dataset.id} AND b.id = ANY(string_to_array(${ids.join(",")}, ','))) v) p
        WHERE p.up_to - p.bytes < ${bytes}`,
    )

  return { readSamples, readLabels, readSampleBodies, readLabelBodies }
}
