/** Rows of samples: a small row, and a row of its content, which never changes. */
import { emptyObject, type JsonText, type Sample, type VersionId } from "@annotary/core/effect"
import { nullable, number, type Primitive, type RawRow, table, text } from "./columns.ts"

/** The small row without `content`, the version in which attributes, metadata and readme were last stored. */
export type SampleHead = Omit<Sample, "attributes" | "metadata" | "readme">

export const sampleHeads = table<SampleHead>({
  datasetId: text("dataset_id"),
  id: text("id"),
  name: text("name"),
  priority: number("priority"),
  assignedLabeler: nullable(text("assigned_labeler")),
  assignedReviewer: nullable(text("assigned_reviewer")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  updatedAt: text("updated_at"),
  version: text("version"),
})

export interface SampleBody {
  readonly attributes: JsonText | null
  readonly metadata: JsonText
  readonly readme: string
}

export const sampleBodies = table<SampleBody>({
  attributes: nullable(text("attributes")),
  metadata: text("metadata"),
  readme: text("readme"),
})

/** The columns of a sample from `samples s JOIN sample_versions v`. */
const sampleColumns = `${sampleHeads.select("s")}, s.content AS "content", ${sampleBodies.select("v")}`

/** Selects from live samples of live datasets with their content; conditions may follow with AND. */
export const fromLiveSamples = (joins = ""): string => `FROM samples s
  JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
  JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content ${joins}
  WHERE s.deleted_at IS NULL`

export const liveSamples = `SELECT ${sampleColumns} ${fromLiveSamples()}`

/** The columns of `liveSamples` with others in place of the attributes, and the version of the configuration. */
export const selectSampleColumns = (attributes: string): string =>
  `${sampleHeads.select("s")}, s.content AS "content", ${attributes}, v.metadata AS "metadata", v.readme AS "readme",
    d.config_version AS "config_version"`

/** Like `liveSamples`, without their content. */
export const liveHeads = `SELECT ${sampleHeads.select("s")} FROM samples s
  JOIN datasets d ON d.id = s.dataset_id AND d.deleted_at IS NULL
  WHERE s.deleted_at IS NULL`

const unread = { attributes: null, metadata: emptyObject, readme: "" } as const

/** Thousands of rows are decoded at a time, so the decoded object is extended and not copied. */
export const decodeHead = (raw: RawRow): Sample => Object.assign(sampleHeads.decode(raw), unread)

export const decodeSample = (raw: RawRow): Sample =>
  Object.assign(sampleHeads.decode(raw), sampleBodies.decode(raw))

const configVersion = number<number>("config_version")

const datasetVersion = text<VersionId>("dataset_version")

export const readDatasetVersion = (raw: RawRow): VersionId => datasetVersion.read(raw.dataset_version)

export const readConfigVersion = (raw: RawRow): number => configVersion.read(raw.config_version)

export const encodeHead = (sample: Sample, content: string): Record<string, Primitive> => {
  const row = sampleHeads.encode(sample)
  row.content = content
  return row
}

export const encodeBody = (sample: Sample): Record<string, Primitive> => {
  const row = sampleBodies.encode(sample)
  row.dataset_id = sample.datasetId
  row.id = sample.version
  row.sample_id = sample.id
  return row
}
