/** Stages, folds and drops versions of labels, one batch at a time. Each operation runs inside a transaction. */
import type { ConfigurationChange, LabelsetId, StagedLabel, VersionId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { nullable, type RawRow, text } from "../../rows/columns.ts"
import { splitIntoChunks } from "../../rows/results.ts"
import { isOwnEffective } from "../../rows/stagedLabels.ts"
import { makeStagedWrites } from "./stagedWrites.ts"

type ChangeKey = Pick<ConfigurationChange, "datasetId" | "number">

const sampleId = text<string>("sample_id")
const labelsetId = text<string>("labelset_id")
const stagedVersion = nullable(text<string>("staged_version"))

export const makeLabelStaging = (database: DatabaseShape) => {
  const { dialect, sql } = database
  const insertInto = database.insertRows
  const staged = makeStagedWrites(database)
  /** Labels that others are writing are skipped. */
  const skipLocked = sql.literal(dialect.skipLocked)
  return { stage, fold, drop }

  function stage(
    which: ChangeKey,
    labels: ReadonlyArray<StagedLabel>,
  ): Effect.Effect<ReadonlySet<VersionId> | null, SqlError.SqlError> {
    return Effect.gen(function* () {
      // Locked, so that a concurrent purge of the dataset cannot leave staged bodies behind.
      const live = yield* dialect.lockDatasetRow(
        sql,
        which.datasetId,
        "keyShare",
        (clause) =>
          sql`SELECT id FROM datasets WHERE id = ${which.datasetId} AND deleted_at IS NULL ${clause}`,
      )
      const open = yield* sql`SELECT phase FROM configuration_changes
        WHERE dataset_id = ${which.datasetId} AND number = ${which.number} AND phase <> 'dropping'
        ${sql.literal(dialect.forShare)}`
      if (live.length === 0 || open.length === 0) return null
      const done = new Set<VersionId>()
      for (const labelset of new Set(labels.map((label) => label.labelsetId))) {
        const labelsOfSet = labels.filter((label) => label.labelsetId === labelset)
        for (const part of splitIntoChunks(labelsOfSet))
          for (const version of yield* stageChunk(which, labelset, part)) done.add(version)
      }
      return done
    })
  }

  function stageChunk(which: ChangeKey, labelset: LabelsetId, labels: ReadonlyArray<StagedLabel>) {
    return Effect.gen(function* () {
      const currentRows = yield* sql<RawRow>`SELECT sample_id, version, staged_version FROM labels
        WHERE dataset_id = ${which.datasetId} AND labelset_id = ${labelset} AND ${sql.literal(isOwnEffective("labels"))}
          AND ${sql.in(
            "sample_id",
            labels.map((label) => label.sampleId),
          )} ORDER BY sample_id ${skipLocked}`
      const rows = new Map(currentRows.map((row) => [sampleId.read(row.sample_id), row]))
      const stageable = labels.filter((label) => rows.get(label.sampleId)?.version === label.from)
      if (stageable.length === 0) return []
      yield* staged.forgetBodies(
        which.datasetId,
        stageable.flatMap((label) => stagedVersion.read(rows.get(label.sampleId)?.staged_version) ?? []),
      )
      yield* insertInto({
        table: "label_contents",
        rows: stageable.map(({ attributes, version }) => ({
          dataset_id: which.datasetId,
          id: version,
          attributes,
        })),
      })
      const givenRows = stageable.map((label) => sql`(${label.sampleId}, ${label.version})`)
      yield* sql`WITH given (sample_id, version) AS (VALUES ${sql.csv(givenRows)})
        UPDATE labels SET staged_config = ${which.number}, staged_version = given.version FROM given
        WHERE labels.dataset_id = ${which.datasetId} AND labels.labelset_id = ${labelset}
          AND labels.sample_id = given.sample_id`
      return stageable.map(({ from }) => from)
    })
  }

  function fold(which: ChangeKey, limit: number): Effect.Effect<number, SqlError.SqlError> {
    return Effect.gen(function* () {
      let count = 0
      for (const [labelset, samples] of yield* readStagedKeys(
        which,
        limit,
        sql`staged_config = ${which.number}`,
      )) {
        for (const chunk of splitIntoChunks(samples))
          count += yield* staged.fold(
            sql`dataset_id = ${which.datasetId} AND labelset_id = ${labelset} AND ${sql.in("sample_id", chunk)}`,
          )
      }
      return count
    })
  }

  function drop(which: ChangeKey, limit: number): Effect.Effect<number, SqlError.SqlError> {
    return Effect.gen(function* () {
      const idle = sql`(staged_config IS NULL OR staged_config = ${which.number})`
      let count = 0
      for (const [labelset, samples] of yield* readStagedKeys(which, limit, idle)) {
        for (const chunk of splitIntoChunks(samples)) {
          const mine = sql`dataset_id = ${which.datasetId} AND labelset_id = ${labelset} AND ${sql.in("sample_id", chunk)}`
          const rows = yield* sql<RawRow>`SELECT staged_version FROM labels WHERE ${mine} AND ${idle}
            ORDER BY sample_id ${sql.literal(dialect.forUpdate)}`
          yield* sql`UPDATE labels SET staged_config = NULL, staged_version = NULL WHERE ${mine} AND ${idle}`
          yield* staged.forgetBodies(
            which.datasetId,
            rows.flatMap((row) => stagedVersion.read(row.staged_version) ?? []),
          )
          count += chunk.length
        }
      }
      return count
    })
  }

  /** The samples, by labelset, of labels with a staged version that match the condition. */
  function readStagedKeys(which: ChangeKey, limit: number, condition: ReturnType<typeof sql.literal>) {
    return sql<RawRow>`SELECT labelset_id, sample_id FROM labels ${sql.literal(dialect.along("labels_staged"))}
      WHERE dataset_id = ${which.datasetId} AND staged_version IS NOT NULL AND ${condition}
      ORDER BY labelset_id, sample_id LIMIT CAST(${limit} AS BIGINT)`.pipe(
      Effect.map((rows) => {
        const samples = new Map<string, Array<string>>()
        for (const row of rows) {
          const labelset = labelsetId.read(row.labelset_id)
          const sampleIds = samples.get(labelset)
          if (sampleIds === undefined) samples.set(labelset, [sampleId.read(row.sample_id)])
          else sampleIds.push(sampleId.read(row.sample_id))
        }
        return samples
      }),
    )
  }
}
