/**
 * The statements that read a snapshot: plain text with positional parameters, because a worker thread with its own connection
 * may run them. Small rows contain the lengths of the bodies, so that bodies can be read in portions of bounded size.
 */
import type { Dataset, Labelset, SampleId, SnapshotLabel, SnapshotSample } from "@annotary/core/effect"
import { nullable, number, type RawRow, table, text } from "../rows/columns.ts"
import { datasets, labelsets } from "../rows/datasets.ts"
import { decodeBody } from "../rows/labels.ts"
import { type SampleBody, sampleBodies } from "../rows/samples.ts"
import { selectCurrentContent } from "../rows/stagedLabels.ts"
import type { Query } from "../statements/Statements.ts"

export const makeDatasetQuery = (dataset: Dataset["id"]): Query => ({
  text: `SELECT ${datasets.select("d")} FROM datasets d WHERE d.id = ? AND d.deleted_at IS NULL`,
  params: [dataset],
})

export const makeLabelsetsQuery = (dataset: Dataset["id"]): Query => ({
  text: `SELECT ${labelsets.select("l")} FROM labelsets l WHERE l.dataset_id = ? AND l.deleted_at IS NULL
    ORDER BY l.is_ground_truth DESC, l.created_at, l.id`,
  params: [dataset],
})

/** A frozen sample. `body` is null where it is read later. */
export type SampleRow = Omit<SnapshotSample, "attributes" | "metadata" | "readme" | "labels"> & {
  readonly content: string
  readonly bytes: number
  readonly body: SampleBody | null
}

/**
 * The most bytes of a body that comes with its small row: a page of such bodies is not much, and to read them apart takes twice as
 * long.
 */
export const shortBody = 4096

const sampleRows = table<Omit<SampleRow, "bytes" | "body">>({
  id: text("id"),
  name: text("name"),
  priority: number("priority"),
  assignedLabeler: nullable(text("assigned_labeler")),
  assignedReviewer: nullable(text("assigned_reviewer")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  content: text("content"),
})

const bytes = number<number>("bytes")

const sampleBytes =
  "COALESCE(octet_length(v.attributes), 0) + octet_length(v.metadata) + octet_length(v.readme)"

/** The next samples after an id, from the start when it is empty, with bodies of at most `short` bytes. */
export const makeSamplesQuery = (
  dataset: Dataset["id"],
  after: string,
  limit: number,
  short: number,
): Query => ({
  text: `SELECT ${sampleRows.select("s")}, ${sampleBytes} AS "bytes",
      CASE WHEN ${sampleBytes} <= ${short} THEN v.attributes END AS "attributes",
      CASE WHEN ${sampleBytes} <= ${short} THEN v.metadata END AS "metadata",
      CASE WHEN ${sampleBytes} <= ${short} THEN v.readme END AS "readme"
    FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content
    WHERE s.dataset_id = ? AND s.id > ? AND s.deleted_at IS NULL ORDER BY s.id LIMIT CAST(? AS BIGINT)`,
  params: [dataset, after, limit],
})

export const decodeSampleRow = (raw: RawRow): SampleRow =>
  Object.assign(sampleRows.decode(raw), {
    bytes: bytes.read(raw.bytes),
    body: raw.metadata === null ? null : sampleBodies.decode(raw),
  })

/** A frozen label. Its body, of `bytes`, comes with it when it is short. */
export type LabelRow = Omit<SnapshotLabel, "attributes" | "labelset"> & {
  readonly sampleId: SampleId
  readonly labelsetId: Labelset["id"]
  readonly content: string | null
  readonly bytes: number
  readonly body: SnapshotLabel["attributes"]
}

const labelRows = table<Omit<LabelRow, "bytes" | "body">>({
  sampleId: text("sample_id"),
  labelsetId: text("labelset_id"),
  status: text("status"),
  score: nullable(number("score")),
  rating: nullable(number("rating")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  updatedAt: text("updated_at"),
  updatedBy: text("updated_by"),
  reviewedAt: nullable(text("reviewed_at")),
  reviewedBy: nullable(text("reviewed_by")),
  content: nullable(text("content")),
})

const labelColumns = labelRows.names
  .map((name) => `${name === "content" ? selectCurrentContent("l") : `l.${name}`} AS "${name}"`)
  .join(", ")

/** The labels of one labelset for a range of samples, both ends included, with bodies of at most `short` bytes. */
export const makeLabelsQuery = (
  dataset: Dataset["id"],
  labelset: Labelset["id"],
  from: SampleId,
  to: SampleId,
  short: number,
): Query => ({
  text: `SELECT ${labelColumns}, COALESCE(octet_length(b.attributes), 0) AS "bytes",
      CASE WHEN octet_length(b.attributes) <= ${short} THEN b.attributes END AS "attributes"
    FROM labels l LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${selectCurrentContent("l")}
    WHERE l.dataset_id = ? AND l.labelset_id = ? AND l.sample_id >= ? AND l.sample_id <= ? ORDER BY l.sample_id`,
  params: [dataset, labelset, from, to],
})

export const decodeLabelRow = (raw: RawRow): LabelRow =>
  Object.assign(labelRows.decode(raw), { bytes: bytes.read(raw.bytes), body: decodeBody(raw) })

const makePlaceholders = (count: number) => Array.from({ length: count }, () => "?").join(", ")

/** Turns a text column into an expression, such as its bytes. */
export type ColumnAs = (column: string) => string

export const makeSampleBodiesQuery = (
  dataset: Dataset["id"],
  contents: ReadonlyArray<string>,
  attributesAs: ColumnAs,
): Query => ({
  text: `SELECT v.id AS "id", ${attributesAs("v.attributes")} AS "attributes", v.metadata AS "metadata", v.readme AS "readme"
    FROM sample_versions v WHERE v.dataset_id = ? AND v.id IN (${makePlaceholders(contents.length)})`,
  params: [dataset, ...contents],
})

export const makeLabelBodiesQuery = (
  dataset: Dataset["id"],
  contents: ReadonlyArray<string>,
  attributesAs: ColumnAs,
): Query => ({
  text: `SELECT b.id AS "id", ${attributesAs("b.attributes")} AS "attributes"
    FROM label_contents b WHERE b.dataset_id = ? AND b.id IN (${makePlaceholders(contents.length)})`,
  params: [dataset, ...contents],
})
