/** Rows of configuration changes, and of labels as a change stages them. */
import type { ConfigurationChange, LabelRef } from "@annotary/core/effect"
import { nullable, number, type RawRow, table, text } from "./columns.ts"
import { selectCurrentConfig, selectCurrentContent, selectCurrentVersion } from "./stagedLabels.ts"

export const configurationChanges = table<ConfigurationChange>({
  datasetId: text("dataset_id"),
  number: number("number"),
  phase: text("phase"),
  jobId: text("job_id"),
  before: text("before_it"),
  configuration: text("configuration"),
  actions: text("actions"),
  at: text("at"),
  by: text("actor"),
})

const refs = table<LabelRef>({
  labelsetId: text("labelset_id"),
  sampleId: text("sample_id"),
  version: text("version"),
  configVersion: number("config_version"),
  writtenDuring: nullable(number("written_during")),
  bytes: nullable(number("bytes")),
})

export const decodeRef = (raw: RawRow): LabelRef => refs.decode(raw)

export const refColumns = `l.labelset_id AS "labelset_id", l.sample_id AS "sample_id", ${selectCurrentVersion("l")} AS "version",
  ${selectCurrentConfig("l")} AS "config_version", l.written_during AS "written_during", octet_length(b.attributes) AS "bytes"`

/** Labels of live labelsets with their bodies; a condition on the dataset follows. */
export const labelsWithBodies = `labels l
  JOIN labelsets x ON x.dataset_id = l.dataset_id AND x.id = l.labelset_id AND x.deleted_at IS NULL
  LEFT JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = ${selectCurrentContent("l")}`
