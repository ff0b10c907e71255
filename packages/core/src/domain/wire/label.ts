/** Labels as the API shows them; bodies are spliced in as text. */
import type { TaskType } from "../Dataset.ts"
import { type JsonTree, raw } from "../JsonText.ts"
import type { Label, LabelHistoryEntry, LabelVersion } from "../Label.ts"
import type { LongText } from "../LongText.ts"

export interface LabelContext {
  readonly labelset: string
  readonly taskType: TaskType
}

/** `long` in the place of the label's attributes. */
export const labelJson = (label: Label, context: LabelContext, long?: LongText | undefined): JsonTree => ({
  sample_uuid: label.sampleId,
  label_type: context.taskType,
  label_status: label.status,
  labelset: context.labelset,
  attributes: long ?? raw(label.attributes),
  created_at: label.createdAt,
  created_by: label.createdBy,
  updated_at: label.updatedAt,
  updated_by: label.updatedBy,
  reviewed_at: label.reviewedAt,
  reviewed_by: label.reviewedBy,
  score: label.score,
  rating: label.rating,
  config_version: label.configVersion,
  version: label.version,
})

/** The short form in lists of samples. */
export const labelSummaryJson = (label: Label): JsonTree => ({
  label_status: label.status,
  score: label.score,
  updated_at: label.updatedAt,
  created_by: label.createdBy,
  reviewed_by: label.reviewedBy,
})

const entry = (row: LabelHistoryEntry): { readonly [key: string]: JsonTree } => ({
  version: row.version,
  created_at: row.at,
  created_by: row.by,
  action: row.action,
  from_status: row.from,
  to_status: row.to,
  score: row.score,
  rating: row.rating,
})

export const labelHistoryJson = (row: LabelHistoryEntry): JsonTree => entry(row)

export const labelVersionJson = (row: LabelVersion): JsonTree => ({
  ...entry(row),
  attributes: raw(row.attributes),
})
