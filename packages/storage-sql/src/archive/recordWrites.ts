/** The rows of each section of an archive. False, before any row is written, when a record refers to one that is missing. */
import {
  type CountsChange,
  type DatasetId,
  type LabelRecord,
  type LabelVersionRecord,
  nameKey,
  type PictureSizesRecord,
  type StoredRecords,
  type StoredSection,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import { nullable, type RawRow, text } from "../rows/columns.ts"
import { configurations, guideAcknowledgements, labelsets } from "../rows/datasets.ts"
import { signedReleases } from "../rows/files.ts"
import { encodeTurn, goldAnswers, goldLabels } from "../rows/gold.ts"
import { historyEntries, labelHeads } from "../rows/labels.ts"
import { encodeObjects } from "../rows/objectTotals.ts"
import { overlapHeads, overlapLabels } from "../rows/overlaps.ts"
import { predictions } from "../rows/predictions.ts"
import { archivedDraws, auditExclusions, auditStrata, releaseAudits } from "../rows/releaseAudits.ts"
import { splitIntoChunks } from "../rows/results.ts"
import { encodeBody, encodeHead } from "../rows/samples.ts"
import { checkResults, dismissals } from "../rows/warnings.ts"
import { comments, issueHeads, workunits } from "../rows/work.ts"
import { makeAddDatasetCounts } from "../stores/datasets/datasetCounts.ts"
import { addDirectoryEntries, type ListedId } from "../stores/datasets/directory.ts"
import { toMetadataRows } from "../stores/samples/sampleWrites.ts"
import { addDifferences, CountDifferences } from "../stores/warnings/warningCounts.ts"

type Writes = {
  readonly [Section in StoredSection]: (
    dataset: DatasetId,
    records: ReadonlyArray<StoredRecords[Section]>,
  ) => Effect.Effect<boolean, SqlError.SqlError>
}

const versionColumn = text<string>("version")
const contentColumn = nullable(text("content"))

export const makeRecordWrites = (database: DatabaseShape): Writes => {
  const { dialect, sql } = database
  const { insertRows } = database
  const addCounts = makeAddDatasetCounts(database)

  /** Inserts a row for each record, with the dataset's id. */
  const makeInsert =
    <A extends object>(table: string, encode: (record: A & { readonly datasetId: DatasetId }) => object) =>
    (dataset: DatasetId, records: ReadonlyArray<A>) => {
      const rows = records.map((record) => ({
        dataset_id: dataset,
        ...encode({ ...record, datasetId: dataset }),
      }))
      return Effect.as(insertRows({ table, rows }), true)
    }

  /** The same, for records that are found by their ids alone. */
  const makeListedInsert =
    <A extends { readonly id: ListedId }>(insert: ReturnType<typeof makeInsert<A>>) =>
    (dataset: DatasetId, records: ReadonlyArray<A>) =>
      Effect.zipRight(
        insert(dataset, records),
        Effect.as(
          addDirectoryEntries(
            database,
            records.map(({ id }) => ({ id, datasetId: dataset })),
          ),
          true,
        ),
      )

  /** The contents of versions that were written before. */
  const readContents = Effect.fnUntraced(function* (
    dataset: DatasetId,
    labels: ReadonlyArray<Pick<LabelRecord, "labelsetId" | "sampleId" | "version">>,
  ) {
    const contents = new Map<string, string | null>()
    for (const labelset of new Set(labels.map(({ labelsetId }) => labelsetId))) {
      for (const chunk of splitIntoChunks(labels.filter(({ labelsetId }) => labelsetId === labelset))) {
        const rows =
          yield* sql<RawRow>`SELECT h.version AS "version", h.content AS "content" FROM label_versions h
          WHERE h.dataset_id = ${dataset} AND h.labelset_id = ${labelset}
            AND ${dialect.among(
              sql,
              "h.sample_id",
              chunk.map(({ sampleId }) => sampleId),
            )}
            AND ${dialect.among(
              sql,
              "h.version",
              chunk.map(({ version }) => version),
            )}`
        for (const row of rows) contents.set(versionColumn.read(row.version), contentColumn.read(row.content))
      }
    }
    return contents
  })

  const count = (dataset: DatasetId, change: CountsChange) => Effect.as(addCounts(dataset, change), true)

  const writeSamples: Writes["samples"] = (dataset, records) =>
    Effect.gen(function* () {
      const all = records.map((record) => ({ ...record, datasetId: dataset }))
      yield* insertRows({ table: "samples", rows: all.map((sample) => encodeHead(sample, sample.version)) })
      yield* addDirectoryEntries(database, all)
      yield* insertRows({ table: "sample_versions", rows: all.map(encodeBody) })
      const metadata = all.flatMap(toMetadataRows)
      yield* insertRows({ table: "sample_metadata", rows: metadata, conflict: "ON CONFLICT DO NOTHING" })
      return yield* count(dataset, { samples: all.length, byStatus: {} })
    })

  /** Sizes are those of the content that the restored sample has. */
  const writePictureSizes: Writes["picture-sizes"] = (dataset, records) =>
    Effect.gen(function* () {
      const contents = new Map<string, string>()
      for (const chunk of splitIntoChunks(records.map(({ sampleId }) => sampleId))) {
        const rows = yield* sql<RawRow>`SELECT s.id AS "id", s.content AS "content" FROM samples s
          WHERE s.dataset_id = ${dataset} AND ${dialect.among(sql, "s.id", chunk)}`
        for (const row of rows) contents.set(String(row.id), String(row.content))
      }
      return yield* makeInsert("picture_sizes", ({ pictures, sampleId }: PictureSizesRecord) => ({
        sample_id: sampleId,
        content: contents.get(sampleId) ?? "",
        pictures,
      }))(dataset, records)
    })

  const writeVersions: Writes["label-versions"] = (dataset, records) =>
    Effect.gen(function* () {
      const bodies = records.flatMap(({ attributes, version }) =>
        attributes === null ? [] : [{ dataset_id: dataset, id: version, attributes }],
      )
      yield* insertRows({ table: "label_contents", rows: bodies })
      return yield* makeInsert("label_versions", toVersionRow)(dataset, records)
    })

  const writeLabels: Writes["labels"] = (dataset, records) =>
    Effect.gen(function* () {
      const contents = yield* readContents(dataset, records)
      if (records.some(({ version }) => !contents.has(version))) return false
      yield* makeInsert("labels", (label: LabelRecord & { readonly datasetId: DatasetId }) => ({
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

  const writeCheckResults: Writes["check-results"] = (dataset, records) =>
    Effect.gen(function* () {
      const contents = yield* readContents(dataset, records)
      const differences = new CountDifferences()
      for (const record of records) differences.recordChange(record.labelsetId, null, record)
      yield* makeInsert("label_verdicts", (record: StoredRecords["check-results"]) => ({
        ...checkResults.encode(record),
        labelset_id: record.labelsetId,
        content: contents.get(record.version) ?? null,
      }))(dataset, records)
      yield* addDifferences(sql, dialect, dataset, differences)
      return true
    })

  return {
    samples: writeSamples,
    labels: writeLabels,
    "label-versions": writeVersions,
    "picture-sizes": writePictureSizes,
    "check-results": writeCheckResults,
    configurations: makeInsert("configuration_versions", (version) => configurations.encode(version)),
    collaborators: makeInsert("collaborators", ({ role, user }) => ({ username: user, role })),
    "guide-acknowledgements": makeInsert("guide_acknowledgements", (record) =>
      guideAcknowledgements.encode(record),
    ),
    overlaps: makeInsert("overlap_samples", (record) => overlapHeads.encode({ ...record, np: 0 })),
    "overlap-labels": makeInsert("overlap_labels", (record) => overlapLabels.encode(record)),
    "gold-labels": makeInsert("gold_labels", (record) => goldLabels.encode(record)),
    "gold-answers": makeInsert("gold_answers", (record) => goldAnswers.encode(record)),
    "gold-people": makeInsert("gold_people", (record) => encodeTurn(record)),
    "release-audits": makeInsert("release_audits", (record) => releaseAudits.encode(record)),
    "audit-strata": makeInsert("audit_strata", (record) => auditStrata.encode(record)),
    "audit-draws": makeInsert("audit_draws", (record) => archivedDraws.encode(record)),
    "audit-exclusions": makeInsert("audit_exclusions", (record) => auditExclusions.encode(record)),
    labelsets: makeListedInsert(
      makeInsert("labelsets", (one) => ({ ...labelsets.encode(one), name_key: nameKey(one.name) })),
    ),
    dismissals: makeInsert("warning_dismissals", (record) => ({
      sample_id: record.sampleId,
      labelset_id: record.labelsetId,
      ...dismissals.encode(record),
    })),
    issues: makeListedInsert(makeInsert("issues", (issue) => issueHeads.encode(issue))),
    comments: makeInsert("comments", (record) => ({ issue_id: record.issueId, ...comments.encode(record) })),
    workunits: makeInsert("workunits", (record) =>
      workunits.encode({ ...record, digest: null, answer: null }),
    ),
    predictions: makeInsert("predictions", (record) =>
      predictions.encode({ ...record, digest: null, answer: null }),
    ),
    releases: makeListedInsert(
      makeInsert("releases", (one) => ({ ...signedReleases.encode(one), name_key: nameKey(one.name) })),
    ),
  }
}

const toVersionRow = ({ content, labelsetId, sampleId, ...entry }: LabelVersionRecord) => ({
  labelset_id: labelsetId,
  sample_id: sampleId,
  ...historyEntries.encode(entry),
  content,
  objects: entry.attributes === null || content !== entry.version ? null : encodeObjects(entry.attributes),
})
