/** Rows of labels: the current label, its history, and the bodies, which are stored once and referred to. */
import type { JsonText, Label, LabelHistoryEntry } from "@annotary/core/effect"
import { nullable, number, type RawRow, table, text } from "./columns.ts"
import { selectCurrentConfig, selectCurrentVersion } from "./stagedLabels.ts"

export type LabelHead = Omit<Label, "attributes">

export const labelHeads = table<LabelHead>({
  datasetId: text("dataset_id"),
  labelsetId: text("labelset_id"),
  sampleId: text("sample_id"),
  status: text("status"),
  score: nullable(number("score")),
  rating: nullable(number("rating")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  updatedAt: text("updated_at"),
  updatedBy: text("updated_by"),
  reviewedAt: nullable(text("reviewed_at")),
  reviewedBy: nullable(text("reviewed_by")),
  labeler: nullable(text("labeler")),
  reviewer: nullable(text("reviewer")),
  rejecter: nullable(text("rejecter")),
  configVersion: number("config_version"),
  version: text("version"),
})

/** The columns of `labels <alias>` with staged versions applied, see `stagedLabels`. A prefix as in `Table.select`. */
export const selectHeads = (alias: string, prefix = ""): string => {
  const counting: { readonly [name: string]: string } = {
    version: selectCurrentVersion(alias),
    config_version: selectCurrentConfig(alias),
  }
  return labelHeads.names
    .map((name) => `${counting[name] ?? `${alias}.${name}`} AS "${prefix}${name}"`)
    .join(", ")
}

export const historyEntries = table<LabelHistoryEntry>({
  version: text("version"),
  at: text("at"),
  by: text("actor"),
  action: text("action"),
  from: nullable(text("from_status")),
  to: nullable(text("to_status")),
  score: nullable(number("score")),
  rating: nullable(number("rating")),
})

const body = nullable(text<JsonText>("attributes"))

export const decodeBody = (raw: RawRow, prefix = ""): JsonText | null => body.read(raw[prefix + body.name])

export const decodeLabel = (raw: RawRow, prefix = ""): Label => ({
  ...labelHeads.decode(raw, prefix),
  attributes: decodeBody(raw, prefix),
})
