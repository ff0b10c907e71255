/** Whether the rows exist that records of an archive refer to: the tables have no foreign keys. */
import type { DatasetId, StoredRecords, StoredSection } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import { splitIntoChunks } from "../rows/results.ts"

type ReferenceChecks = {
  readonly [Section in StoredSection]: (
    dataset: DatasetId,
    records: ReadonlyArray<StoredRecords[Section]>,
  ) => Effect.Effect<boolean, SqlError.SqlError>
}

type LabelKey = Pick<StoredRecords["labels"], "labelsetId" | "sampleId">

export const makeReferenceChecks = ({
  dialect,
  sql,
}: Pick<DatabaseShape, "dialect" | "sql">): ReferenceChecks => {
  const hasIds = (
    table: "samples" | "labelsets" | "issues" | "releases" | "release_audits",
    dataset: DatasetId,
    ids: ReadonlyArray<string>,
  ): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.every(splitIntoChunks([...new Set(ids)]), (chunk) =>
      Effect.map(
        sql`SELECT id FROM ${sql(table)} WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "id", chunk)}`,
        (rows) => rows.length === chunk.length,
      ),
    )

  const hasLabels = (
    dataset: DatasetId,
    records: ReadonlyArray<LabelKey>,
  ): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.every(new Set(records.map(({ labelsetId }) => labelsetId)), (labelset) => {
      const samples = records.filter((one) => one.labelsetId === labelset).map(({ sampleId }) => sampleId)
      return Effect.every(splitIntoChunks([...new Set(samples)]), (chunk) =>
        Effect.map(
          sql`SELECT sample_id FROM labels WHERE dataset_id = ${dataset} AND labelset_id = ${labelset}
              AND ${dialect.among(sql, "sample_id", chunk)}`,
          (rows) => rows.length === chunk.length,
        ),
      )
    })

  const hasAudits = (dataset: DatasetId, records: ReadonlyArray<{ readonly auditId: string }>) =>
    hasIds(
      "release_audits",
      dataset,
      records.map(({ auditId }) => auditId),
    )

  const hasOverlaps = (dataset: DatasetId, records: ReadonlyArray<Pick<LabelKey, "sampleId">>) =>
    Effect.every(splitIntoChunks([...new Set(records.map(({ sampleId }) => sampleId))]), (chunk) =>
      Effect.map(
        sql`SELECT sample_id FROM overlap_samples WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "sample_id", chunk)}`,
        (rows) => rows.length === chunk.length,
      ),
    )

  const acceptAll = () => Effect.succeed(true)

  return {
    configurations: acceptAll,
    collaborators: acceptAll,
    "guide-acknowledgements": acceptAll,
    labelsets: acceptAll,
    samples: acceptAll,
    "picture-sizes": (dataset, records) =>
      hasIds(
        "samples",
        dataset,
        records.map(({ sampleId }) => sampleId),
      ),
    "label-versions": (dataset, records) =>
      Effect.every(
        [
          hasIds(
            "labelsets",
            dataset,
            records.map(({ labelsetId }) => labelsetId),
          ),
          hasIds(
            "samples",
            dataset,
            records.map(({ sampleId }) => sampleId),
          ),
        ],
        (each) => each,
      ),
    overlaps: (dataset, records) =>
      hasIds(
        "samples",
        dataset,
        records.map(({ sampleId }) => sampleId),
      ),
    "overlap-labels": hasOverlaps,
    "gold-labels": hasOverlaps,
    "gold-answers": (dataset, records) =>
      hasIds(
        "samples",
        dataset,
        records.map(({ sampleId }) => sampleId),
      ),
    "gold-people": acceptAll,
    // Their versions are looked up when they are written.
    labels: acceptAll,
    "check-results": hasLabels,
    dismissals: hasLabels,
    issues: (dataset, records) =>
      hasIds(
        "samples",
        dataset,
        records.map(({ sampleId }) => sampleId),
      ),
    comments: (dataset, records) =>
      hasIds(
        "issues",
        dataset,
        records.map(({ issueId }) => issueId),
      ),
    // They outlive their samples.
    workunits: acceptAll,
    predictions: acceptAll,
    releases: acceptAll,
    "release-audits": (dataset, records) =>
      hasIds(
        "releases",
        dataset,
        records.map(({ releaseId }) => releaseId),
      ),
    "audit-strata": hasAudits,
    "audit-draws": hasAudits,
    "audit-exclusions": hasAudits,
  }
}
