/** How samples are written: the small row, the content where it is new, the index of its metadata. Each runs inside a transaction. */
import { metadataIndex, type Sample } from "@annotary/core/effect"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { any, chunked } from "../rows/results.ts"
import { decodeSample, encodeBody, encodeHead, liveSamples } from "../rows/samples.ts"

export const sampleWrites = (sql: SqlClient.SqlClient) => {
  return { insert, update, markDeleted }

  function insert(samples: ReadonlyArray<Sample>) {
    return Effect.gen(function* () {
      const added = new Set<Sample["id"]>()
      for (const some of chunked(samples)) {
        const rows = yield* sql<{ readonly id: Sample["id"] }>`INSERT INTO samples
          ${sql.insert(some.map((sample) => encodeHead(sample, sample.version)))} ON CONFLICT DO NOTHING RETURNING id`
        for (const row of rows) added.add(row.id)
        const fresh = some.filter((sample) => added.has(sample.id))
        if (fresh.length === 0) continue
        yield* sql`INSERT INTO sample_versions ${sql.insert(fresh.map(encodeBody))}`
        yield* index(fresh)
      }
      return added
    })
  }

  function index(samples: ReadonlyArray<Sample>) {
    return Effect.forEach(
      chunked(samples.flatMap(metadataRows)),
      (rows) => sql`INSERT INTO sample_metadata ${sql.insert(rows)} ON CONFLICT DO NOTHING`,
      { discard: true },
    )
  }

  function update(sample: Sample, expected: Sample["version"]) {
    return Effect.gen(function* () {
      const before =
        yield* sql`${sql.literal(liveSamples)} AND s.id = ${sample.id} AND s.version = ${expected}`
      const row = before[0]
      if (row === undefined) return "stale" as const
      const old = decodeSample(row)
      const sameBody =
        old.attributes === sample.attributes &&
        old.metadata === sample.metadata &&
        old.readme === sample.readme
      const { dataset_id, id, ...set } = encodeHead(sample, sameBody ? String(row.content) : sample.version)
      const taken = sql`SELECT 1 FROM samples x WHERE x.dataset_id = ${sample.datasetId} AND x.name = ${sample.name}
        AND x.deleted_at IS NULL AND x.id <> ${sample.id}`
      if (old.name !== sample.name && any(yield* taken)) return "taken" as const
      const changed = yield* sql`UPDATE samples SET ${sql.update(set)}
        WHERE dataset_id = ${old.datasetId} AND id = ${sample.id} AND version = ${expected} AND deleted_at IS NULL RETURNING id`
      if (changed.length === 0) return "stale" as const
      if (!sameBody) yield* sql`INSERT INTO sample_versions ${sql.insert(encodeBody(sample))}`
      if (old.metadata !== sample.metadata) {
        for (const { meta_key, meta_value } of metadataRows(old)) {
          yield* sql`DELETE FROM sample_metadata WHERE dataset_id = ${old.datasetId} AND meta_key = ${meta_key}
            AND meta_value = ${meta_value} AND sample_id = ${sample.id}`
        }
        yield* index([sample])
      }
      return "updated" as const
    })
  }

  function markDeleted(
    dataset: Sample["datasetId"],
    ids: ReadonlyArray<Sample["id"]>,
    at: Sample["createdAt"],
  ) {
    return Effect.gen(function* () {
      const gone: Array<Sample["id"]> = []
      for (const some of chunked(ids)) {
        const rows = yield* sql<{ readonly id: Sample["id"] }>`UPDATE samples SET deleted_at = ${at}
          WHERE dataset_id = ${dataset} AND ${sql.in("id", some)} AND deleted_at IS NULL RETURNING id`
        gone.push(...rows.map((row) => row.id))
        const which = sql`dataset_id = ${dataset} AND ${sql.in("sample_id", some)}`
        yield* sql`DELETE FROM sample_queue WHERE ${which}`
        yield* sql`DELETE FROM labels WHERE ${which}
          AND labelset_id IN (SELECT id FROM labelsets WHERE dataset_id = ${dataset})`
      }
      return gone
    })
  }
}

const metadataRows = (sample: Sample) =>
  sample.metadata === "{}"
    ? []
    : metadataIndex(sample.metadata).map(({ key, value }) => ({
        dataset_id: sample.datasetId,
        meta_key: key,
        meta_value: value,
        sample_id: sample.id,
      }))
