/** The rows of each section of an archive. False, before any row is written, when a record refers to one that is missing. */
import {
  type CountsChange,
  type DatasetId,
  type LabelRecord,
  type LabelVersionRecord,
  nameKey,
  type StoredRecords,
  type StoredSection,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import { nullable, type RawRow, text } from "../rows/columns.ts"
import { configurations, labelsets } from "../rows/datasets.ts"
import { releases } from "../rows/files.ts"
import { historyEntries, labelHeads } from "../rows/labels.ts"
import { chunked } from "../rows/results.ts"
import { encodeBody, encodeHead } from "../rows/samples.ts"
import { checkResults, dismissals } from "../rows/warnings.ts"
import { comments, issueHeads, workunits } from "../rows/work.ts"
import { countsAdded } from "../stores/datasets/datasetCounts.ts"
import { enlist, type ListedId } from "../stores/datasets/directory.ts"
import { metadataRows } from "../stores/samples/sampleWrites.ts"
import { addDifferences, CountDifferences } from "../stores/warnings/warningCounts.ts"

type Writes = {
  readonly [Section in StoredSection]: (
    dataset: DatasetId,
    records: ReadonlyArray<StoredRecords[Section]>,
  ) => Effect.Effect<boolean, SqlError.SqlError>
}

const versionOf = text<string>("version")
const contentOf = nullable(text("content"))

export const recordWrites = (database: DatabaseShape): Writes => {
  const { dialect, sql } = database
  const { insertRows } = database
  const addCounts = countsAdded(database)

  /** Inserts a row for each record, with the dataset's id. */
  const inserted =
    <A extends object>(table: string, encode: (record: A & { readonly datasetId: DatasetId }) => object) =>
    (dataset: DatasetId, records: ReadonlyArray<A>) => {
      const rows = records.map((record) => ({
        dataset_id: dataset,
        ...encode({ ...record, datasetId: dataset }),
      }))
      return Effect.as(insertRows({ table, rows }), true)
    }

  /** The same, for records that are found by their ids alone. */
  const listed =
    <A extends { readonly id: ListedId }>(insert: ReturnType<typeof inserted<A>>) =>
    (dataset: DatasetId, records: ReadonlyArray<A>) =>
      Effect.zipRight(
        insert(dataset, records),
        Effect.as(
          enlist(
            database,
            records.map(({ id }) => ({ id, datasetId: dataset })),
          ),
          true,
        ),
      )

  /** The contents of versions that were written before. */
  const contentsOf = Effect.fnUntraced(function* (
    dataset: DatasetId,
    labels: ReadonlyArray<Pick<LabelRecord, "labelsetId" | "sampleId" | "version">>,
  ) {
    const found = new Map<string, string | null>()
    for (const labelset of new Set(labels.map(({ labelsetId }) => labelsetId))) {
      for (const some of chunked(labels.filter(({ labelsetId }) => labelsetId === labelset))) {
        const rows =
          yield* sql<RawRow>`SELECT h.version AS "version", h.content AS "content" FROM label_versions h
          WHERE h.dataset_id = ${dataset} AND h.labelset_id = ${labelset}
            AND ${dialect.among(
              sql,
              "h.sample_id",
              some.map(({ sampleId }) => sampleId),
            )}
            AND ${dialect.among(
              sql,
              "h.version",
              some.map(({ version }) => version),
            )}`
        for (const row of rows) found.set(versionOf.read(row.version), contentOf.read(row.content))
      }
    }
    return found
  })

  const count = (dataset: DatasetId, change: CountsChange) => Effect.as(addCounts(dataset, change), true)

  const samples: Writes["samples"] = (dataset, records) =>
    Effect.gen(function* () {
      const all = records.map((record) => ({ ...record, datasetId: dataset }))
      yield* insertRows({ table: "samples", rows: all.map((sample) => encodeHead(sample, sample.version)) })
      yield* enlist(database, all)
      yield* insertRows({ table: "sample_versions", rows: all.map(encodeBody) })
      const metadata = all.flatMap(metadataRows)
      yield* insertRows({ table: "sample_metadata", rows: metadata, conflict: "ON CONFLICT DO NOTHING" })
      return yield* count(dataset, { samples: all.length, byStatus: {} })
    })

  const versions: Writes["label-versions"] = (dataset, records) =>
    Effect.gen(function* () {
      const bodies = records.flatMap(({ attributes, version }) =>
        attributes === null ? [] : [{ dataset_id: dataset, id: version, attributes }],
      )
      yield* insertRows({ table: "label_contents", rows: bodies })
      return yield* inserted("label_versions", versionRow)(dataset, records)
    })

  const labels: Writes["labels"] = (dataset, records) =>
    Effect.gen(function* () {
      const contents = yield* contentsOf(dataset, records)
      if (records.some(({ version }) => !contents.has(version))) return false
      yield* inserted("labels", (label: LabelRecord & { readonly datasetId: DatasetId }) => ({
        ...labelHeads.encode(label),
        content: contents.get(label.version) ?? null,
      }))(dataset, records)
      const truth =
        yield* sql<RawRow>`SELECT id FROM labelsets WHERE dataset_id = ${dataset} AND is_ground_truth = 1`
      const byStatus: { [Status in LabelRecord["status"]]?: number } = {}
      for (const { labelsetId, status } of records)
        if (truth.some(({ id }) => id === labelsetId)) byStatus[status] = (byStatus[status] ?? 0) + 1
      return yield* count(dataset, { samples: 0, byStatus })
    })

  const results: Writes["check-results"] = (dataset, records) =>
    Effect.gen(function* () {
      const contents = yield* contentsOf(dataset, records)
      const differences = new CountDifferences()
      for (const record of records) differences.change(record.labelsetId, null, record)
      yield* inserted("label_verdicts", (record: StoredRecords["check-results"]) => ({
        ...checkResults.encode(record),
        labelset_id: record.labelsetId,
        content: contents.get(record.version) ?? null,
      }))(dataset, records)
      yield* addDifferences(sql, dialect, dataset, differences)
      return true
    })

  return {
    samples,
    labels,
    "label-versions": versions,
    "check-results": results,
    configurations: inserted("configuration_versions", (version) => configurations.encode(version)),
    collaborators: inserted("collaborators", ({ role, user }) => ({ username: user, role })),
    labelsets: listed(
      inserted("labelsets", (one) => ({ ...labelsets.encode(one), name_key: nameKey(one.name) })),
    ),
    dismissals: inserted("warning_dismissals", (record) => ({
      sample_id: record.sampleId,
      labelset_id: record.labelsetId,
      ...dismissals.encode(record),
    })),
    issues: listed(inserted("issues", (issue) => issueHeads.encode(issue))),
    comments: inserted("comments", (record) => ({ issue_id: record.issueId, ...comments.encode(record) })),
    workunits: inserted("workunits", (record) => workunits.encode({ ...record, digest: null, answer: null })),
    releases: listed(
      inserted("releases", (one) => ({ ...releases.encode(one), name_key: nameKey(one.name) })),
    ),
  }
}

const versionRow = ({ content, labelsetId, sampleId, ...entry }: LabelVersionRecord) => ({
  labelset_id: labelsetId,
  sample_id: sampleId,
  ...historyEntries.encode(entry),
  content,
})
