/**
 * Folds staged versions into labels and deletes their bodies. Each operation runs inside a transaction. Folding an effective
 * staged version does not change what readers see.
 */
import type { DatasetId, LabelStatus, LabelsetId, SampleId } from "@annotary/core/effect"
import type { SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { nullable, number, type Primitive, type RawRow, table, text } from "../../rows/columns.ts"
import { decodeAll, splitIntoChunks } from "../../rows/results.ts"
import { isStagedEffective } from "../../rows/stagedLabels.ts"

/** The columns of a label's row after a fold. */
const folded = table<{
  readonly datasetId: DatasetId
  readonly labelsetId: LabelsetId
  readonly sampleId: SampleId
  readonly version: string
  readonly status: LabelStatus
  readonly score: number | null
  readonly rating: number | null
  readonly updatedAt: string
}>({
  datasetId: text("dataset_id"),
  labelsetId: text("labelset_id"),
  sampleId: text("sample_id"),
  version: text("version"),
  status: text("status"),
  score: nullable(number("score")),
  rating: nullable(number("rating")),
  updatedAt: text("updated_at"),
})
const config = number<number>("config_version")

/** The change that a fold completes. */
const madeBy = table<{ readonly number: number; readonly at: string; readonly actor: string }>({
  number: number("number"),
  at: text("at"),
  actor: text("actor"),
})

/** Selects effective staged versions as rows of `label_versions`, not earlier than the versions from which they were made. */
export const stagedHistory = `SELECT l.dataset_id, l.labelset_id, l.sample_id, l.staged_version AS version,
    CASE WHEN l.updated_at > c.at THEN l.updated_at ELSE c.at END AS at, c.actor,
    'migrate' AS action, l.status AS from_status, l.status AS to_status, l.score, l.rating, l.staged_version AS content
  FROM labels l JOIN configuration_changes c ON c.dataset_id = l.dataset_id AND c.number = l.staged_config
  WHERE l.staged_config IS NOT NULL AND ${isStagedEffective("l")}`

export const makeStagedWrites = (database: DatabaseShape) => {
  const { sql } = database
  const insertInto = database.insertRows
  return { fold, forgetBodies }

  /** Folds effective staged versions of the labels that match `which`, a condition on `labels`. Returns how many. */
  function fold(which: Statement.Fragment): Effect.Effect<number, SqlError.SqlError> {
    return Effect.gen(function* () {
      const rows = yield* sql<RawRow>`UPDATE labels SET version = staged_version, content = staged_version,
          config_version = staged_config, staged_config = NULL, staged_version = NULL
        WHERE ${which} AND staged_config IS NOT NULL AND ${sql.literal(isStagedEffective("labels"))}
        RETURNING ${sql.literal([...folded.names, "config_version"].join(", "))}`
      const first = rows[0]
      if (first === undefined) return 0
      const changes =
        yield* sql<RawRow>`SELECT number, at, actor FROM configuration_changes WHERE dataset_id = ${folded.decode(first).datasetId}`
      const byNumber = new Map(decodeAll(madeBy.decode)(changes).map((change) => [change.number, change]))
      const versions = rows.flatMap((raw): ReadonlyArray<Record<string, Primitive>> => {
        const change = byNumber.get(config.read(raw.config_version))
        if (change === undefined) return []
        const { status, updated_at, ...label } = folded.encode(folded.decode(raw))
        const { actor } = change
        const at = String(updated_at) > change.at ? String(updated_at) : change.at
        const content = label.version ?? null
        return [
          {
            ...label,
            at,
            actor,
            action: "migrate",
            from_status: status ?? null,
            to_status: status ?? null,
            content,
          },
        ]
      })
      yield* insertInto({ table: "label_versions", rows: versions })
      return rows.length
    })
  }

  /** Deletes the bodies of staged versions that will never take effect. */
  function forgetBodies(dataset: DatasetId, versions: ReadonlyArray<string>) {
    return Effect.forEach(
      splitIntoChunks(versions),
      (chunk) => sql`DELETE FROM label_contents WHERE dataset_id = ${dataset} AND ${sql.in("id", chunk)}`,
      { discard: true },
    )
  }
}
