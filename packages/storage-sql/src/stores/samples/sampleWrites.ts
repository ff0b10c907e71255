/**
 * Writes samples: the small row, the directory entry, the content where it is new, and the index of its metadata. Each operation
 * runs inside a transaction.
 */
import { indexMetadata, type Sample, type SampleChange } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { decodeAll, decodeColumn, hasRows, splitIntoChunks } from "../../rows/results.ts"
import { decodeSample, encodeBody, encodeHead, liveSamples } from "../../rows/samples.ts"
import { updateRows } from "../../statements/updateRows.ts"
import { addDirectoryEntries } from "../datasets/directory.ts"
import { lockDataset } from "../datasets/locks.ts"

export const makeSampleWrites = (database: DatabaseShape) => {
  const { send, sql, unlessTaken } = database
  const insertInto = database.insertRows
  const updateAll = updateRows(database)
  return { insert, update, updateMany, markDeleted }

  function insert(samples: ReadonlyArray<Sample>) {
    return Effect.gen(function* () {
      const first = samples[0]
      if (first === undefined) return new Set<Sample["id"]>()
      yield* lockDataset(database, first.datasetId)
      const rows = yield* insertInto({
        table: "samples",
        rows: sortByName(samples).map((sample) => encodeHead(sample, sample.version)),
        conflict: "ON CONFLICT DO NOTHING",
        returning: "id",
      })
      const added = new Set(rows.map((row) => sampleId.read(row.id)))
      const fresh = samples.filter((sample) => added.has(sample.id))
      // Sent without waiting: the caller prepares the next statements while the database writes these.
      yield* send("SampleStore.insert", addDirectoryEntries(database, fresh))
      yield* send("SampleStore.insert", insertInto({ table: "sample_versions", rows: fresh.map(encodeBody) }))
      yield* insertMetadata(fresh)
      return added
    })
  }

  function insertMetadata(samples: ReadonlyArray<Sample>) {
    return insertInto({
      table: "sample_metadata",
      rows: samples.flatMap(toMetadataRows),
      conflict: "ON CONFLICT DO NOTHING",
    })
  }

  function update(sample: Sample, expected: Sample["version"]) {
    return Effect.gen(function* () {
      const before = yield* sql`${sql.literal(liveSamples)} AND s.dataset_id = ${sample.datasetId}
        AND s.id = ${sample.id} AND s.version = ${expected}`
      const row = before[0]
      if (row === undefined) return "stale" as const
      const old = decodeSample(row)
      const sameBody =
        old.attributes === sample.attributes &&
        old.metadata === sample.metadata &&
        old.readme === sample.readme
      const { dataset_id, id, ...set } = encodeHead(sample, sameBody ? String(row.content) : sample.version)
      const change = sql`UPDATE samples SET ${sql.update(set)}
        WHERE dataset_id = ${old.datasetId} AND id = ${sample.id} AND version = ${expected} AND deleted_at IS NULL RETURNING id`
      const changed = old.name === sample.name ? Option.some(yield* change) : yield* unlessTaken(change)
      if (Option.isNone(changed)) return "taken" as const
      if (!hasRows(changed.value)) return "stale" as const
      if (!sameBody) yield* sql`INSERT INTO sample_versions ${sql.insert(encodeBody(sample))}`
      // Sizes of pictures belong to the attributes alone.
      if (!sameBody && old.attributes === sample.attributes)
        yield* sql`UPDATE picture_sizes SET content = ${sample.version}
          WHERE dataset_id = ${old.datasetId} AND sample_id = ${sample.id} AND content = ${String(row.content)}`
      if (old.metadata !== sample.metadata) {
        for (const chunk of splitIntoChunks(toMetadataRows(old))) {
          const pairs = chunk.map((row) => sql`(${row.meta_key}, ${row.meta_value})`)
          yield* sql`DELETE FROM sample_metadata WHERE dataset_id = ${old.datasetId} AND sample_id = ${sample.id}
            AND (meta_key, meta_value) IN (VALUES ${sql.csv(pairs)})`
        }
        yield* insertMetadata([sample])
      }
      return "updated" as const
    })
  }

  function updateMany(changes: ReadonlyArray<SampleChange>) {
    return Effect.map(
      updateAll({
        table: "samples",
        rows: changes.map(({ expected, sample }) => ({
          dataset_id: sample.datasetId,
          id: sample.id,
          expected,
          priority: sample.priority,
          assigned_labeler: sample.assignedLabeler,
          assigned_reviewer: sample.assignedReviewer,
          updated_at: sample.updatedAt,
          version: sample.version,
        })),
        key: ["dataset_id", "id"],
        expected: { expected: "version" },
        // Written so that it matches no partial index: without statistics, a planner would choose one and scan all of it.
        condition: "COALESCE(samples.deleted_at, '') = ''",
        returning: ["id"],
      }),
      (rows) => new Set(rows.map((row) => sampleId.read(row.id))),
    )
  }

  function markDeleted(
    dataset: Sample["datasetId"],
    ids: ReadonlyArray<Sample["id"]>,
    at: Sample["createdAt"],
  ) {
    return Effect.gen(function* () {
      const gone: Array<Sample["id"]> = []
      for (const chunk of splitIntoChunks(ids)) {
        const rows = yield* sql<RawRow>`UPDATE samples SET deleted_at = ${at}
          WHERE dataset_id = ${dataset} AND ${sql.in("id", chunk)} AND deleted_at IS NULL RETURNING id`
        gone.push(...decodeAll(decodeColumn(sampleId))(rows))
        const which = sql`dataset_id = ${dataset} AND ${sql.in("sample_id", chunk)}`
        yield* sql`DELETE FROM sample_queue WHERE ${which}`
        yield* sql`DELETE FROM picture_sizes WHERE ${which}`
        yield* sql`DELETE FROM labels WHERE ${which}
          AND labelset_id IN (SELECT id FROM labelsets WHERE dataset_id = ${dataset})`
      }
      return gone
    })
  }
}

/** In the order of names, so that two writers of the same names cannot deadlock. */
const sortByName = (samples: ReadonlyArray<Sample>): ReadonlyArray<Sample> =>
  [...samples].sort((a, b) => (a.name < b.name ? -1 : 1))

const sampleId = text<Sample["id"]>("id")

/** The rows of the index of a sample's metadata. */
export const toMetadataRows = (sample: Sample) =>
  sample.metadata === "{}"
    ? []
    : indexMetadata(sample.metadata).map(({ key, value }) => ({
        dataset_id: sample.datasetId,
        meta_key: key,
        meta_value: value,
        sample_id: sample.id,
      }))
