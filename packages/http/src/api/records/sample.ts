/** Samples, labels and issues in answers. */
import {
  AnyObject,
  AnyObjectOrNull,
  At,
  AtOrNull,
  IssueStatus,
  LabelStatus,
  NumberOrNull,
  TaskType,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { WarningRecord } from "./warning.ts"

export const LabelSummary = Schema.Struct({
  label_status: LabelStatus,
  score: NumberOrNull,
  updated_at: At,
  created_by: Schema.String,
  reviewed_by: TextOrNull,
}).annotations({ identifier: "LabelSummary" })

const label = {
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
}

export const LabelRecord = Schema.Struct(label).annotations({
  identifier: "Label",
  description: "What is said about one sample in one labelset",
})

export const WrittenLabel = Schema.Struct({
  ...label,
  warnings: Schema.optional(
    Schema.NullOr(Schema.Array(WarningRecord)).annotations({
      description:
        "What the configuration objects to in what was written; absent where no attributes were, null with warnings_error",
    }),
  ),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "Why the label could not be checked" }),
  ),
}).annotations({ identifier: "WrittenLabel", description: "A label as it was written" })

export const CommentRecord = Schema.Struct({
  uuid: Uuid,
  created_at: At,
  created_by: Schema.String,
  text: Schema.String,
}).annotations({ identifier: "Comment" })

export const IssueRecord = Schema.Struct({
  uuid: Uuid,
  description: Schema.String,
  status: IssueStatus,
  anchor: AnyObjectOrNull,
  created_at: At,
  updated_at: At,
  created_by: Schema.String,
  updated_by: Schema.String,
  sample_uuid: Uuid,
  sample_name: Schema.String,
  comments: Schema.Array(CommentRecord),
}).annotations({ identifier: "Issue", description: "A question or a complaint about a sample" })

const sample = {
  uuid: Uuid,
  name: Schema.String,
  attributes: AnyObjectOrNull,
  metadata: AnyObject,
  created_at: At,
  created_by: Schema.String,
  updated_at: At,
  priority: Schema.Number,
  assigned_labeler: TextOrNull,
  assigned_reviewer: TextOrNull,
  readme: Schema.String,
  dataset_full_name: Schema.String,
  label: Schema.optional(Schema.NullOr(Schema.Union(LabelRecord, LabelSummary))),
  issues: Schema.optional(Schema.Array(IssueRecord)),
}

export const SampleRecord = Schema.Struct(sample).annotations({ identifier: "Sample" })

/** A row of a list: whole, or with the fields asked for. */
export const SampleRow = Schema.partial(Schema.Struct(sample)).annotations({
  identifier: "SampleRow",
  description: "A sample; with `fields=` only the fields asked for",
})

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

export const LabelHistoryRow = Schema.Struct(historyRow).annotations({ identifier: "LabelHistoryRow" })

export const LabelVersionRecord = Schema.Struct({ ...historyRow, attributes: AnyObjectOrNull }).annotations({
  identifier: "LabelVersion",
})
