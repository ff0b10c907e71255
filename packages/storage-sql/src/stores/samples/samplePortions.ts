/** Reads samples with their labels in portions of bounded size: lengths are read first, then bodies. */
import {
  type Label,
  type LabelsetId,
  leading,
  type SampleForWrite,
  type SampleId,
  type SamplePortion,
  type SampleRow,
  type WithLabels,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, type Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"
import { decodeLabel, selectHeads } from "../../rows/labels.ts"
import { chunked, first } from "../../rows/results.ts"
import {
  configVersionOf,
  decodeHead,
  decodeSample,
  fromLiveSamples,
  liveHeads,
  liveSamples,
  sampleColumnsWith,
} from "../../rows/samples.ts"
import { currentContent } from "../../rows/stagedLabels.ts"
import { inEachHome } from "../datasets/directory.ts"
import { datasetOf, selectLabels } from "../labels/labelQueries.ts"
import { bodyOrPiece, longTextOf } from "./longTexts.ts"

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

export const samplePortions = (database: DatabaseShape) => {
  const { dialect, sql } = database
  const textOf = memoized(dialect.sliceable)
  return { samples, labels, portion, forWrite }

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
              .map((row) => decodeLabel(row))
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
      if (only !== undefined && first.length === 1) {
        // The size of a sample that was requested alone was not read.
        const mayBeLong = long && (sizes.get(only) ?? bytes + 1) > bytes
        return { rows: yield* alone(only, wanted, mayBeLong ? bytes : null), read: 1 }
      }
      const found = yield* samples(first, true)
      const known = wanted === null || found.length === 0 ? null : yield* labels(wanted, first)
      const rows = found.map((sample) => ({
        sample,
        label: wanted === null ? undefined : (known?.get(sample.id) ?? null),
      }))
      return { rows, read: first.length }
    })
  }

  function forWrite(id: SampleId, labelset: LabelsetId): Sql<Option.Option<SampleForWrite>> {
    const text = textOf({ labelset, full: true }, null)
    return Effect.map(
      database.execute(text, [labelset, id, id]),
      first((raw) => ({
        sample: decodeSample(raw),
        label: labelIn(raw),
        configVersion: configVersionOf(raw),
      })),
    )
  }

  /** Reads one sample with its label. Bodies that have more bytes than `most` are returned as streams where that is faster. */
  function alone(
    id: SampleId,
    wanted: WithLabels | null,
    most: number | null,
  ): Sql<ReadonlyArray<SampleRow>> {
    const sliceable = most === null ? null : dialect.sliceable
    const text = textOf(wanted, most)
    const labelset = wanted === null ? [] : [wanted.labelset]
    return Effect.map(database.execute(text, [...labelset, id, id]), ([raw]): ReadonlyArray<SampleRow> => {
      if (raw === undefined) return []
      const sample = decodeSample(raw)
      const label = wanted === null ? undefined : labelIn(raw)
      if (sliceable === null || most === null) return [{ sample, label }]
      const attributes = longTextOf(database, sliceable, raw, most, sample.datasetId, "sample_versions")
      const ofLabel =
        wanted?.full === true
          ? { label: longTextOf(database, sliceable, raw, most, sample.datasetId, "label_contents", "l_") }
          : {}
      return [{ sample, label, long: { attributes, ...ofLabel } }]
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

/** The label in a row of `oneSample`; null without one. */
const labelIn = (raw: RawRow): Label | null => (raw.l_version === null ? null : decodeLabel(raw, "l_"))

/** The texts of `oneSample`, of which there are few. */
const memoized = (sliceable: DialectShape["sliceable"]) => {
  const texts = new Map<string, string>()
  return (wanted: WithLabels | null, most: number | null): string => {
    const key = `${wanted?.full} ${most}`
    const text = texts.get(key) ?? oneSample(wanted, most === null ? null : sliceable, most ?? 0)
    texts.set(key, text)
    return text
  }
}

/** Selects one sample, and the label of a labelset. The parameters: the labelset when there is one, and the id twice. */
const oneSample = (wanted: WithLabels | null, sliceable: DialectShape["sliceable"], most: number): string => {
  const bodyOf = (column: string, prefix: string) =>
    sliceable === null ? `${column} AS "${prefix}attributes"` : bodyOrPiece(sliceable, column, most, prefix)
  const body =
    wanted?.full === true ? `, ${currentContent("l")} AS "l_content", ${bodyOf("b.attributes", "l_")}` : ""
  const label = wanted === null ? "" : `, ${selectHeads("l", "l_")}${body}`
  return `SELECT ${sampleColumnsWith(bodyOf("v.attributes", ""))}${label}
    ${fromLiveSamples(wanted === null ? "" : labelJoin(wanted.full))}
    AND s.dataset_id = (SELECT home.dataset_id FROM directory home WHERE home.id = ?) AND s.id = ?`
}

const labelJoin = (full: boolean): string => `LEFT JOIN labels l
    ON l.dataset_id = s.dataset_id AND l.labelset_id = ? AND l.sample_id = s.id AND EXISTS
      (SELECT 1 FROM labelsets x WHERE x.dataset_id = s.dataset_id AND x.id = l.labelset_id AND x.deleted_at IS NULL)
  ${full ? `LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${currentContent("l")}` : ""}`
