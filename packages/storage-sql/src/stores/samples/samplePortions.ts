/** Reads samples with their labels in portions of bounded size: lengths are read first, then bodies. */
import {
  leading,
  type SampleId,
  type SamplePortion,
  type SampleRow,
  type WithLabels,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"
import { decodeLabel } from "../../rows/labels.ts"
import { chunked } from "../../rows/results.ts"
import { decodeHead, decodeSample, liveHeads, liveSamples, liveSamplesLong } from "../../rows/samples.ts"
import { currentContent } from "../../rows/stagedLabels.ts"
import { inEachHome } from "../datasets/directory.ts"
import { datasetOf, selectLabels } from "../labels/labelQueries.ts"
import { bodyOrPiece, longTextOf } from "./longTexts.ts"

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

export const samplePortions = (database: DatabaseShape) => {
  const { dialect, sql } = database
  return { samples, labels, portion }

  /** The samples that exist, in the order of the ids; without `full`, without their content. */
  function samples(ids: ReadonlyArray<SampleId>, full: boolean) {
    const live = sql.literal(full ? liveSamples : liveHeads)
    return inEachHome(
      database,
      ids,
      (home) => sql<RawRow>`${live} AND s.dataset_id = ${home} AND ${dialect.among(sql, "s.id", ids)}`,
    ).pipe(
      Effect.map((rows) => {
        const byId = new Map(rows.map(full ? decodeSample : decodeHead).map((sample) => [sample.id, sample]))
        return ids.flatMap((id) => byId.get(id) ?? [])
      }),
    )
  }

  function labels({ labelset, full }: WithLabels, ids: ReadonlyArray<SampleId>) {
    return Effect.forEach(
      chunked(ids),
      (some) =>
        sql<RawRow>`${selectLabels(sql, labelset, full)} AND ${dialect.among(sql, "l.sample_id", some)}`,
    ).pipe(
      Effect.map(
        (pages) =>
          new Map(
            pages
              .flat()
              .map(decodeLabel)
              .map((label) => [label.sampleId, label] as const),
          ),
      ),
    )
  }

  function portion(
    ids: ReadonlyArray<SampleId>,
    wanted: WithLabels | null,
    bytes: number,
    long: boolean,
  ): Sql<SamplePortion> {
    return Effect.gen(function* () {
      const sizes = ids.length > 1 ? yield* sizesOf(ids, wanted) : new Map<string, number>()
      const first = ids.slice(
        0,
        leading(ids, (id) => sizes.get(id) ?? 0, bytes),
      )
      const [only] = first
      // The size of a sample that was requested alone was not read.
      const mayBeLong = first.length === 1 && (sizes.get(ids[0] ?? "") ?? bytes + 1) > bytes
      if (long && dialect.sliceable !== null && only !== undefined && mayBeLong)
        return { rows: yield* alone(dialect.sliceable, only, wanted, bytes), read: 1 }
      const found = yield* samples(first, true)
      const known = wanted === null || found.length === 0 ? null : yield* labels(wanted, first)
      const rows = found.map((sample) => ({
        sample,
        label: wanted === null ? undefined : (known?.get(sample.id) ?? null),
      }))
      return { rows, read: first.length }
    })
  }

  /** Reads one sample; bodies that have more bytes are returned as streams. */
  function alone(
    sliceable: NonNullable<DialectShape["sliceable"]>,
    sampleId: SampleId,
    wanted: WithLabels | null,
    bytes: number,
  ): Sql<ReadonlyArray<SampleRow>> {
    return Effect.gen(function* () {
      const one = sql.literal(liveSamplesLong(bodyOrPiece(sliceable, "v.attributes", bytes)))
      const [raw] = yield* inEachHome(
        database,
        [sampleId],
        (home) => sql<RawRow>`${one} AND s.dataset_id = ${home} AND s.id = ${sampleId}`,
      )
      if (raw === undefined) return []
      const sample = decodeSample(raw)
      const attributes = longTextOf(database, sliceable, raw, bytes, sample.datasetId, "sample_versions")
      if (wanted === null) return [{ sample, label: undefined, long: { attributes } }]
      const body = `${currentContent("l")} AS "content", ${bodyOrPiece(sliceable, "b.attributes", bytes)}`
      const [found] = yield* sql<RawRow>`${selectLabels(sql, wanted.labelset, wanted.full && body)}
        AND l.sample_id = ${sampleId}`
      if (found === undefined) return [{ sample, label: null, long: { attributes } }]
      const label = longTextOf(database, sliceable, found, bytes, sample.datasetId, "label_contents")
      return [{ sample, label: decodeLabel(found), long: { attributes, label } }]
    })
  }

  /** The lengths of bodies, which databases return without reading the bodies. */
  function sizesOf(
    ids: ReadonlyArray<SampleId>,
    wanted: WithLabels | null,
  ): Sql<ReadonlyMap<string, number>> {
    const ofSamples = inEachHome(
      database,
      ids,
      (home) => sql<RawRow>`SELECT s.id AS "id", COALESCE(octet_length(v.attributes), 0)
          + octet_length(v.metadata) + octet_length(v.readme) AS "bytes"
        FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
        WHERE s.deleted_at IS NULL AND s.dataset_id = ${home} AND ${dialect.among(sql, "s.id", ids)}`,
    )
    const ofLabels =
      wanted?.full === true
        ? Effect.forEach(
            chunked(ids),
            (
              some,
            ) => sql<RawRow>`SELECT l.sample_id AS "id", COALESCE(octet_length(b.attributes), 0) AS "bytes"
            FROM labels l LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id
              AND b.id = ${sql.literal(currentContent("l"))}
            WHERE l.dataset_id = ${datasetOf(sql, wanted.labelset)} AND l.labelset_id = ${wanted.labelset}
              AND ${dialect.among(sql, "l.sample_id", some)}`,
          )
        : Effect.succeed([])
    return Effect.zipWith(ofSamples, ofLabels, (one, other) => {
      const sizes = new Map<string, number>()
      for (const row of [...one, ...other.flat()]) {
        const key = id.read(row.id)
        sizes.set(key, (sizes.get(key) ?? 0) + toNumber("bytes", row.bytes))
      }
      return sizes
    })
  }
}

const id = text<string>("id")
