/** Reads samples with their labels in portions of bounded size: lengths are read first, then bodies. */
import {
  countLeading,
  type Label,
  type LabelsetId,
  type SampleForWrite,
  type SampleForWriteBy,
  type SampleId,
  type SamplePortion,
  type SampleRow,
  type Username,
  type WithLabels,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, type Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RecentBody } from "../../database/RecentBodies.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { nullable, type RawRow, text, toNumber } from "../../rows/columns.ts"
import { decodeLabel, selectHeads } from "../../rows/labels.ts"
import { decodeFirst, splitIntoChunks } from "../../rows/results.ts"
import {
  decodeHead,
  decodeSample,
  fromLiveSamples,
  liveHeads,
  liveSamples,
  readConfigVersion,
  readDatasetVersion,
  selectSampleColumns,
} from "../../rows/samples.ts"
import { selectCurrentContent } from "../../rows/stagedLabels.ts"
import { decodeAccess, joinAccess, selectAccessColumns } from "../datasets/datasetAccess.ts"
import { readInEachDataset } from "../datasets/directory.ts"
import { selectDatasetOfLabelset, selectLabels } from "../labels/labelQueries.ts"
import { readLongText, selectBodyOrPiece } from "./longTexts.ts"

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

export const makeSamplePortions = (database: DatabaseShape) => {
  const { dialect, sql } = database
  const getText = cacheTexts(dialect)
  const writeText = selectForWrite(dialect.datasetById.text, "", "")
  const writeByText = selectForWrite(
    dialect.datasetById.text,
    `${selectAccessColumns(accessPrefix)},`,
    joinAccess,
  )
  return { readSamples, readLabels, readPortion, readForWrite, readForWriteBy }

  /** The samples that exist, in the order of the ids; without `full`, without their content. */
  function readSamples(ids: ReadonlyArray<SampleId>, full: boolean) {
    const live = sql.literal(full ? liveSamples : liveHeads)
    return readInEachDataset(
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

  function readLabels({ labelset, full }: WithLabels, ids: ReadonlyArray<SampleId>) {
    return Effect.forEach(
      splitIntoChunks(ids),
      (chunk) =>
        sql<RawRow>`${selectLabels(database, labelset, full)} AND ${dialect.among(sql, "l.sample_id", chunk)}`,
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

  function readPortion(
    ids: ReadonlyArray<SampleId>,
    wanted: WithLabels | null,
    bytes: number,
    long: boolean,
  ): Sql<SamplePortion> {
    return Effect.gen(function* () {
      const sizes = ids.length > 1 ? yield* readSizes(ids, wanted) : new Map<string, number>()
      const first = ids.slice(
        0,
        countLeading(ids, (id) => sizes.get(id) ?? 0, bytes),
      )
      const [only] = first
      if (only !== undefined && first.length === 1) {
        // The size of a sample that was requested alone was not read.
        const mayBeLong = long && (sizes.get(only) ?? bytes + 1) > bytes
        return { rows: yield* readAlone(only, wanted, mayBeLong ? bytes : null), read: 1 }
      }
      const samples = yield* readSamples(first, true)
      const labels = wanted === null || samples.length === 0 ? null : yield* readLabels(wanted, first)
      const rows = samples.map((sample) => ({
        sample,
        label: wanted === null ? undefined : (labels?.get(sample.id) ?? null),
      }))
      return { rows, read: first.length }
    })
  }

  function readForWrite(id: SampleId, labelset: LabelsetId): Sql<Option.Option<SampleForWrite>> {
    const recent = database.recentBodies.find(id, labelset)
    return Effect.map(
      database.execute(writeText, listWriteParams(id, labelset, recent, [])),
      decodeFirst((raw) => decodeForWrite(raw, recent)),
    )
  }

  function readForWriteBy(
    user: Username | null,
    id: SampleId,
    labelset: LabelsetId,
  ): Sql<Option.Option<SampleForWriteBy>> {
    const recent = database.recentBodies.find(id, labelset)
    return Effect.map(
      database.execute(writeByText, listWriteParams(id, labelset, recent, [user ?? ""])),
      decodeFirst((raw) =>
        Object.assign(decodeForWrite(raw, recent), { access: decodeAccess(raw, accessPrefix) }),
      ),
    )
  }

  /** `joined`: the parameters of the joins after that of the label. */
  function listWriteParams(
    id: SampleId,
    labelset: LabelsetId,
    recent: RecentBody | undefined,
    joined: ReadonlyArray<string>,
  ) {
    const home = dialect.datasetById.params(id)
    return [recent?.dataset ?? null, recent?.content ?? null, labelset, ...home, ...joined, ...home, id]
  }

  function decodeForWrite(raw: RawRow, recent: RecentBody | undefined): SampleForWrite {
    return {
      sample: decodeSample(raw),
      label: decodeLabelForWrite(raw, recent),
      configVersion: readConfigVersion(raw),
      datasetVersion: readDatasetVersion(raw),
    }
  }

  function decodeLabelForWrite(raw: RawRow, recent: RecentBody | undefined): Label | null {
    const label = decodeJoinedLabel(raw)
    const content = nullableContent.read(raw.l_content)
    if (label === null || content === null) return label
    if (content === recent?.content && label.datasetId === recent.dataset)
      return { ...label, attributes: recent.attributes }
    database.recentBodies.keep(label, content)
    return label
  }

  /** Reads one sample with its label. Bodies that have more bytes than `most` are returned as streams where that is faster. */
  function readAlone(
    id: SampleId,
    wanted: WithLabels | null,
    maxBytes: number | null,
  ): Sql<ReadonlyArray<SampleRow>> {
    const sliceable = maxBytes === null ? null : dialect.sliceable
    const text = getText(wanted, maxBytes)
    const home = dialect.datasetById.params(id)
    const labelset = wanted === null ? [] : [wanted.labelset, ...home]
    return Effect.map(
      database.execute(text, [...labelset, ...home, id]),
      ([raw]): ReadonlyArray<SampleRow> => {
        if (raw === undefined) return []
        const sample = decodeSample(raw)
        const label = wanted === null ? undefined : decodeJoinedLabel(raw)
        if (sliceable === null || maxBytes === null) return [{ sample, label }]
        const attributes = readLongText(
          database,
          sliceable,
          raw,
          maxBytes,
          sample.datasetId,
          "sample_versions",
        )
        const ofLabel =
          wanted?.full === true
            ? {
                label: readLongText(
                  database,
                  sliceable,
                  raw,
                  maxBytes,
                  sample.datasetId,
                  "label_contents",
                  "l_",
                ),
              }
            : {}
        return [{ sample, label, long: { attributes, ...ofLabel } }]
      },
    )
  }

  /** The lengths of bodies, which databases return without reading the bodies. */
  function readSizes(
    ids: ReadonlyArray<SampleId>,
    wanted: WithLabels | null,
  ): Sql<ReadonlyMap<string, number>> {
    const ofSamples = readInEachDataset(
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
            splitIntoChunks(ids),
            (
              chunk,
            ) => sql<RawRow>`SELECT l.sample_id AS "id", COALESCE(octet_length(b.attributes), 0) AS "bytes"
            FROM labels l LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id
              AND b.id = ${sql.literal(selectCurrentContent("l"))}
            WHERE l.dataset_id = ${selectDatasetOfLabelset(database, wanted.labelset)} AND l.labelset_id = ${wanted.labelset}
              AND ${dialect.among(sql, "l.sample_id", chunk)}`,
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
const nullableContent = nullable(text<string>("l_content"))

/** The label in a row of `selectOneSample`; null without one. */
const decodeJoinedLabel = (raw: RawRow): Label | null =>
  raw.l_version === null ? null : decodeLabel(raw, "l_")

/** The texts of `selectOneSample`, of which there are few. */
const cacheTexts = ({ datasetById, sliceable }: DialectShape) => {
  const texts = new Map<string, string>()
  return (wanted: WithLabels | null, most: number | null): string => {
    const key = `${wanted?.full} ${most}`
    const text =
      texts.get(key) ?? selectOneSample(datasetById.text, wanted, most === null ? null : sliceable, most ?? 0)
    texts.set(key, text)
    return text
  }
}

/** Selects one sample, and the label of a labelset. The parameters: the labelset and the dataset's when there is one, the dataset's, and the id. */
const selectOneSample = (
  dataset: string,
  wanted: WithLabels | null,
  sliceable: DialectShape["sliceable"],
  most: number,
): string => {
  const selectBody = (column: string, prefix: string) =>
    sliceable === null
      ? `${column} AS "${prefix}attributes"`
      : selectBodyOrPiece(sliceable, column, most, prefix)
  const body =
    wanted?.full === true
      ? `, ${selectCurrentContent("l")} AS "l_content", ${selectBody("b.attributes", "l_")}`
      : ""
  const label = wanted === null ? "" : `, ${selectHeads("l", "l_")}${body}`
  return `SELECT ${selectSampleColumns(selectBody("v.attributes", ""))}${label}
    ${fromLiveSamples(wanted === null ? "" : joinLabel(dataset, wanted.full))}
    AND s.dataset_id = ${dataset} AND s.id = ?`
}

/** Distinguishes the columns of the dataset from those of the sample. */
const accessPrefix = "d_"

/** The same without the body of the label where it is the one that the first two parameters name, of a dataset and an id. */
const selectForWrite = (dataset: string, columns: string, joins: string): string =>
  `SELECT CASE WHEN b.dataset_id = ? AND b.id = ? THEN NULL ELSE b.attributes END AS "l_attributes",
    ${selectCurrentContent("l")} AS "l_content",
    ${selectHeads("l", "l_")}, d.version AS "dataset_version", ${columns} ${selectSampleColumns('v.attributes AS "attributes"')}
    ${fromLiveSamples(`${joinLabel(dataset, true)} ${joins}`)} AND s.dataset_id = ${dataset} AND s.id = ?`

/** Names the dataset twice: databases with shards do not conclude it for a subquery. */
const joinLabel = (dataset: string, full: boolean): string => `LEFT JOIN labels l
    ON l.dataset_id = s.dataset_id AND l.labelset_id = ? AND l.sample_id = s.id AND EXISTS
      (SELECT 1 FROM labelsets x WHERE x.dataset_id = ${dataset} AND x.id = l.labelset_id AND x.deleted_at IS NULL)
  ${full ? `LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${selectCurrentContent("l")}` : ""}`
