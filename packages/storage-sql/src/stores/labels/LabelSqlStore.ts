/** LabelStore in SQL: one current row per sample and labelset, an append-only history, and bodies that are stored once. */
import {
  type EncodedLabel,
  type Label,
  LabelStore,
  type LabelsetId,
  type SampleId,
} from "@annotary/core/effect"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text } from "../../rows/columns.ts"
import { decodeBody, decodeLabel, historyEntries } from "../../rows/labels.ts"
import { decodeAll, decodeFirst, hasRows, splitIntoChunks } from "../../rows/results.ts"
import { selectGroundTruth } from "../samples/groundTruth.ts"
import { makeLabelIndexing } from "./labelIndexing.ts"
import { selectDatasetOfLabelset, selectLabels } from "./labelQueries.ts"
import { makeLabelWrites } from "./labelWrites.ts"
import { stagedHistory } from "./stagedWrites.ts"

const history = historyEntries.select("h")
const sampleId = text<SampleId>("sample_id")
const status = text<Label["status"]>("status")

/** Bodies of more bytes than this are read as bytes: decoding a short one costs less than the memory of its bytes. */
const shortBody = 16 * 1024

const selectBodyOrBytes = ({ sliceable }: Pick<DialectShape, "sliceable">): string | true =>
  sliceable === null
    ? true
    : `CASE WHEN octet_length(b.attributes) > ${shortBody} THEN ${sliceable("b.attributes")} ELSE b.attributes END AS "attributes"`

const decodeEncoded = (raw: RawRow): EncodedLabel => {
  const { attributes } = raw
  const bytes = attributes instanceof Uint8Array ? attributes : null
  return { label: bytes === null ? decodeLabel(raw) : decodeLabel({ ...raw, attributes: null }), bytes }
}

export const LabelSqlStore = Layer.effect(
  LabelStore,
  Effect.map(Database, (database) => {
    const { dialect, sql, query, atomic } = database
    const encodedBody = selectBodyOrBytes(dialect)
    const writes = makeLabelWrites(database)
    return LabelStore.of({
      ...makeLabelIndexing(database),
      get: (sample, labelset, full = true) =>
        query(
          "LabelStore.get",
          sql<RawRow>`${selectLabels(database, labelset, full)} AND l.sample_id = ${sample}`,
        ).pipe(Effect.map(decodeFirst(decodeLabel))),
      getEncoded: (sample, labelset) =>
        query(
          "LabelStore.getEncoded",
          sql<RawRow>`${selectLabels(database, labelset, encodedBody)} AND l.sample_id = ${sample}`,
        ).pipe(Effect.map(decodeFirst(decodeEncoded))),
      write: (label, change, expected, sameBody) =>
        atomic(
          "LabelStore.write",
          expected === null
            ? writes.create(label, change)
            : writes.replace(label, change, expected, sameBody),
        ),
      writeNew: (labels, action) => atomic("LabelStore.writeNew", writes.createMany(labels, action)),
      writeMany: (rewrites) => atomic("LabelStore.writeMany", writes.writeMany(rewrites)),
      remove: (label, change, version) => atomic("LabelStore.remove", writes.remove(label, change, version)),
      history: (sample, labelset, { before, limit }) =>
        query(
          "LabelStore.history",
          sql<RawRow>`SELECT ${sql.literal(history)} FROM ${selectVersions(sample, labelset)} h WHERE ${isLive(sample)}
            ${before === null ? sql.literal("") : sql`AND h.version < ${before}`} ORDER BY h.version DESC LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(historyEntries.decode))),
      version: (sample, labelset, version) =>
        query(
          "LabelStore.version",
          sql<RawRow>`SELECT ${sql.literal(history)}, b.attributes AS "attributes" FROM ${selectVersions(sample, labelset)} h
            LEFT JOIN label_contents b ON b.dataset_id = h.dataset_id AND b.id = h.content
            WHERE ${isLive(sample)} AND h.version = ${version}`,
        ).pipe(
          Effect.map(decodeFirst((raw) => ({ ...historyEntries.decode(raw), attributes: decodeBody(raw) }))),
        ),
      hadStatus: (sample, labelset, statuses) =>
        query(
          "LabelStore.hadStatus",
          sql<RawRow>`SELECT 1 AS n FROM ${selectVersions(sample, labelset)} h
            WHERE ${isLive(sample)} AND ${sql.in("h.to_status", statuses)} LIMIT 1`,
        ).pipe(Effect.map(hasRows)),
      anyIn: (dataset) =>
        query(
          "LabelStore.anyIn",
          sql<RawRow>`SELECT 1 AS n FROM labelsets x WHERE x.dataset_id = ${dataset} AND x.deleted_at IS NULL
            AND (EXISTS (SELECT 1 FROM labels l WHERE l.dataset_id = x.dataset_id AND l.labelset_id = x.id)
              OR EXISTS (SELECT 1 FROM overlap_labels o WHERE o.dataset_id = x.dataset_id)
              OR EXISTS (SELECT 1 FROM gold_labels o WHERE o.dataset_id = x.dataset_id)) LIMIT 1`,
        ).pipe(Effect.map(hasRows)),
      statusesOf: (dataset, samples) =>
        Effect.forEach(splitIntoChunks(samples), (chunk) =>
          query(
            "LabelStore.statusesOf",
            sql<RawRow>`SELECT l.sample_id, l.status FROM labels l
              WHERE l.dataset_id = ${dataset} AND l.labelset_id = ${selectGroundTruth(sql, dataset)}
              AND ${sql.in("l.sample_id", chunk)}`,
          ),
        ).pipe(
          Effect.map(
            (pages) =>
              new Map(pages.flat().map((row) => [sampleId.read(row.sample_id), status.read(row.status)])),
          ),
        ),
      listLabeled: (dataset, labelset, samples) =>
        Effect.forEach(splitIntoChunks(samples), (chunk) =>
          query(
            "LabelStore.listLabeled",
            sql<RawRow>`SELECT l.sample_id FROM labels l
              WHERE l.dataset_id = ${dataset} AND l.labelset_id = ${labelset} AND ${sql.in("l.sample_id", chunk)}`,
          ),
        ).pipe(Effect.map((pages) => new Set(pages.flat().map((row) => sampleId.read(row.sample_id))))),
    })

    /** The history of a label in a live labelset, including an effective staged version that is not written to it yet. */
    function selectVersions(sample: SampleId, labelset: LabelsetId): Statement.Fragment {
      const matchLabel = (alias: "v" | "l") =>
        sql`${sql(`${alias}.dataset_id`)} = ${selectDatasetOfLabelset(database, labelset)} AND ${sql(`${alias}.labelset_id`)} = ${labelset}
          AND ${sql(`${alias}.sample_id`)} = ${sample}`
      return sql`(SELECT v.dataset_id, v.labelset_id, v.sample_id, v.version, v.at, v.actor, v.action, v.from_status,
          v.to_status, v.score, v.rating, v.content FROM label_versions v WHERE ${matchLabel("v")}
        UNION ALL ${sql.literal(stagedHistory)} AND ${matchLabel("l")})`
    }

    function isLive(sample: SampleId): Statement.Fragment {
      return sql`EXISTS (SELECT 1 FROM samples s WHERE s.dataset_id = h.dataset_id AND s.id = ${sample} AND s.deleted_at IS NULL)`
    }
  }),
)
