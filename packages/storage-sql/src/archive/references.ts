/** Whether the rows exist that records of an archive refer to: the tables have no foreign keys. */
import type { DatasetId, StoredRecords, StoredSection } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import { chunked } from "../rows/results.ts"

type References = {
  readonly [Section in StoredSection]: (
    dataset: DatasetId,
    records: ReadonlyArray<StoredRecords[Section]>,
  ) => Effect.Effect<boolean, SqlError.SqlError>
}

type LabelKey = Pick<StoredRecords["labels"], "labelsetId" | "sampleId">

export const references = ({ dialect, sql }: Pick<DatabaseShape, "dialect" | "sql">): References => {
  const have = (
    table: "samples" | "labelsets" | "issues",
    dataset: DatasetId,
    ids: ReadonlyArray<string>,
  ): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.every(chunked([...new Set(ids)]), (some) =>
      Effect.map(
        sql`SELECT id FROM ${sql(table)} WHERE dataset_id = ${dataset} AND ${dialect.among(sql, "id", some)}`,
        (rows) => rows.length === some.length,
      ),
    )

  const haveLabels = (
    dataset: DatasetId,
    records: ReadonlyArray<LabelKey>,
  ): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.every(new Set(records.map(({ labelsetId }) => labelsetId)), (labelset) => {
      const samples = records.filter((one) => one.labelsetId === labelset).map(({ sampleId }) => sampleId)
      return Effect.every(chunked([...new Set(samples)]), (some) =>
        Effect.map(
          sql`SELECT sample_id FROM labels WHERE dataset_id = ${dataset} AND labelset_id = ${labelset}
              AND ${dialect.among(sql, "sample_id", some)}`,
          (rows) => rows.length === some.length,
        ),
      )
    })

  const none = () => Effect.succeed(true)

  return {
    configurations: none,
    collaborators: none,
    labelsets: none,
    samples: none,
    "label-versions": (dataset, records) =>
      Effect.every(
        [
          have(
            "labelsets",
            dataset,
            records.map(({ labelsetId }) => labelsetId),
          ),
          have(
            "samples",
            dataset,
            records.map(({ sampleId }) => sampleId),
          ),
        ],
        (each) => each,
      ),
    // Their versions are looked up when they are written.
    labels: none,
    "check-results": haveLabels,
    dismissals: haveLabels,
    issues: (dataset, records) =>
      have(
        "samples",
        dataset,
        records.map(({ sampleId }) => sampleId),
      ),
    comments: (dataset, records) =>
      have(
        "issues",
        dataset,
        records.map(({ issueId }) => issueId),
      ),
    // They outlive their samples.
    workunits: none,
    releases: none,
  }
}
