/** Labels as JSON; bodies are spliced in as text. */
import { Schema } from "effect"
import { TaskType } from "../Dataset.ts"
import { type RawBytes, toRaw } from "../JsonText.ts"
import { type Label, type LabelHistoryEntry, LabelStatus, type LabelVersion } from "../Label.ts"
import type { LongText } from "../LongText.ts"
import {
  AnyObjectOrNull,
  At,
  AtOrNull,
  account,
  type FieldsOf,
  makeEventSchema,
  NumberOrNull,
  TextOrNull,
  Uuid,
} from "./shared.ts"

/** A label as JSON. */
export const LabelJson = Schema.Struct({
  sample_uuid: Uuid,
  label_type: TaskType,
  label_status: LabelStatus,
  labelset: Schema.String,
  attributes: AnyObjectOrNull,
  created_at: At,
  created_by: Schema.String,
  updated_at: At,
  updated_by: TextOrNull,
  reviewed_at: AtOrNull,
  reviewed_by: TextOrNull,
  score: NumberOrNull,
  rating: NumberOrNull,
  config_version: Schema.Int,
  version: Uuid,
}).annotations({
  identifier: "Label",
  description: "What is said about one sample in one labelset",
  ...makeEventSchema({
    attributes: { description: "As sent." },
    created_by: account,
    updated_by: { type: "string", ...account },
    reviewed_by: account,
    rating: { description: "0 to 5" },
    config_version: {
      description: "The version of the configuration with which the label was last checked.",
    },
    version: { description: "Changes with every change." },
  }),
})

/** A label in lists of samples, in its short form. */
export const LabelSummaryJson = Schema.Struct({
  label_status: LabelStatus,
  score: NumberOrNull,
  updated_at: At,
  created_by: Schema.String,
  reviewed_by: TextOrNull,
}).annotations({ identifier: "LabelSummary" })

const historyRow = {
  version: Uuid,
  created_at: At,
  created_by: Schema.String,
  action: Schema.String,
  from_status: Schema.NullOr(LabelStatus),
  to_status: Schema.NullOr(LabelStatus),
  score: NumberOrNull,
  rating: NumberOrNull,
}

/** An entry of a label's history as JSON. */
export const LabelHistoryRowJson = Schema.Struct(historyRow).annotations({ identifier: "LabelHistoryRow" })

/** An entry of a label's history with the content of that version, as JSON. */
export const LabelVersionJson = Schema.Struct({ ...historyRow, attributes: AnyObjectOrNull }).annotations({
  identifier: "LabelVersion",
})

/** The context of a label's JSON. */
export interface LabelContext {
  readonly labelset: string
  readonly taskType: TaskType
}

/** The JSON of a label. `long` replaces the label's attributes. */
export const labelJson = (
  label: Label,
  context: LabelContext,
  long?: LongText | RawBytes | undefined,
): FieldsOf<typeof LabelJson> => ({
  sample_uuid: label.sampleId,
  label_type: context.taskType,
  label_status: label.status,
  labelset: context.labelset,
  attributes: long ?? toRaw(label.attributes),
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

/** The JSON of a label in lists of samples, in its short form. */
export const labelSummaryJson = (label: Label): FieldsOf<typeof LabelSummaryJson> => ({
  label_status: label.status,
  score: label.score,
  updated_at: label.updatedAt,
  created_by: label.createdBy,
  reviewed_by: label.reviewedBy,
})

/** The JSON of an entry of a label's history. */
export const labelHistoryJson = (row: LabelHistoryEntry): FieldsOf<typeof LabelHistoryRowJson> => ({
  version: row.version,
  created_at: row.at,
  created_by: row.by,
  action: row.action,
  from_status: row.from,
  to_status: row.to,
  score: row.score,
  rating: row.rating,
})

/** The JSON of a version of a label. */
export const labelVersionJson = (row: LabelVersion): FieldsOf<typeof LabelVersionJson> => ({
  ...labelHistoryJson(row),
  attributes: toRaw(row.attributes),
})
