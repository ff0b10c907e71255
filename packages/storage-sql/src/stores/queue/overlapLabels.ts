/** The methods of OverlapStore that write and read the labels of people. */
import type { DatasetId, OverlapStore, SampleId, StartedOverlapLabel } from "@annotary/core/effect"
import { type Context, Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { type RawRow, table, text } from "../../rows/columns.ts"
import { overlapLabels } from "../../rows/overlaps.ts"
import { decodeAll, splitIntoChunks } from "../../rows/results.ts"

type LabelMethods = Pick<
  Context.Tag.Service<typeof OverlapStore>,
  "addLabel" | "findDrafts" | "findLabels" | "listLabels" | "removeLabel"
>

export const makeOverlapLabelQueries = ({ dialect, query, sql }: DatabaseShape): LabelMethods => {
  const startedColumns =
    sql.literal(`${overlapLabels.select("l")}, (SELECT MIN(f.created_at) FROM overlap_labels f
    WHERE f.dataset_id = l.dataset_id AND f.sample_id = l.sample_id AND f.labeler = l.labeler) AS "started_at"`)
  /** Whether the label `l` is the last version of its person. */
  const isLast = sql.literal(`l.version = (SELECT MAX(n.version) FROM overlap_labels n
    WHERE n.dataset_id = l.dataset_id AND n.sample_id = l.sample_id AND n.labeler = l.labeler)`)
  const isLive = (dataset: DatasetId) =>
    sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`

  return {
    addLabel: (label) =>
      Effect.asVoid(
        query(
          "OverlapStore.addLabel",
          sql`INSERT INTO overlap_labels ${sql.insert(overlapLabels.encode(label))}`,
        ),
      ),
    removeLabel: ({ datasetId, labeler: person, sampleId: sample, version }) =>
      Effect.asVoid(
        query(
          "OverlapStore.removeLabel",
          sql`DELETE FROM overlap_labels
            WHERE dataset_id = ${datasetId} AND sample_id = ${sample} AND labeler = ${person} AND version = ${version}`,
        ),
      ),
    listLabels: (dataset, sample, labelers) =>
      query(
        "OverlapStore.listLabels",
        sql<RawRow>`SELECT ${sql.literal(overlapLabels.select("l"))} FROM overlap_labels l
          WHERE l.dataset_id = ${dataset} AND l.sample_id = ${sample}
            AND ${labelers === undefined ? sql.literal("1 = 1") : dialect.among(sql, "l.labeler", labelers)}
            AND NOT EXISTS (SELECT 1 FROM overlap_labels n
            WHERE n.dataset_id = l.dataset_id AND n.sample_id = l.sample_id AND n.labeler = l.labeler AND n.version > l.version)
            AND ${isLive(dataset)}
          ORDER BY l.version`,
      ).pipe(Effect.map(decodeAll(overlapLabels.decode))),
    findLabels: (dataset, samples, person) =>
      Effect.map(
        Effect.forEach(splitIntoChunks([...new Set(samples)]), (chunk) =>
          query(
            "OverlapStore.findLabels",
            sql<RawRow>`SELECT ${startedColumns} FROM overlap_labels l
              WHERE l.dataset_id = ${dataset} AND ${dialect.among(sql, "l.sample_id", chunk)} AND l.labeler = ${person}
                AND ${isLast} AND ${isLive(dataset)}`,
          ),
        ),
        (pages) => new Map(decodeAll(decodeStarted)(pages.flat()).map((label) => [label.sampleId, label])),
      ),
    findDrafts: (dataset, samples, person) =>
      Effect.map(
        Effect.forEach(splitIntoChunks([...new Set(samples)]), (chunk) =>
          query(
            "OverlapStore.findDrafts",
            sql<RawRow>`SELECT s.sample_id AS "of_sample", ${startedColumns} FROM overlap_samples s
              LEFT JOIN overlap_labels l ON l.dataset_id = s.dataset_id AND l.sample_id = s.sample_id AND l.labeler = ${person} AND ${isLast}
              WHERE s.dataset_id = ${dataset} AND ${dialect.among(sql, "s.sample_id", chunk)}
                AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = s.dataset_id AND d.deleted_at IS NULL)`,
          ),
        ),
        (pages) =>
          new Map(
            pages
              .flat()
              .map((row) => [ofSample.read(row.of_sample), row.version === null ? null : decodeStarted(row)]),
          ),
      ),
  }
}

const ofSample = text<SampleId>("of_sample")
const startedAt = table<Pick<StartedOverlapLabel, "startedAt">>({ startedAt: text("started_at") })

const decodeStarted = (row: RawRow): StartedOverlapLabel => ({
  ...overlapLabels.decode(row),
  ...startedAt.decode(row),
})
