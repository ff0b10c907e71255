/** Responses about warnings, dismissals, and the lines of a dataset's check. */
import { At, AtOrNull, NumberOrNull, TextOrNull, Uuid, WarningRuleName } from "@annotary/core/effect"
import { Schema } from "effect"

const warning = {
  id: Uuid,
  rule: WarningRuleName,
  rule_index: Schema.NullOr(Schema.Int).annotations({
    description: "Which of the configuration's warning rules; null for a rule that always holds",
  }),
  message: Schema.String,
  frame: Schema.NullOr(Schema.Int),
  sensor: TextOrNull,
  annotation_ids: Schema.Array(Schema.Number),
  track_ids: Schema.Array(Schema.Number),
  attribute: TextOrNull,
  measured: NumberOrNull,
  limit: NumberOrNull,
  dismissed: Schema.NullOr(Schema.Struct({ reason: Schema.String, by: Schema.String, at: At })),
}

export const WarningRecord = Schema.Struct(warning).annotations({
  identifier: "Warning",
  description: "One thing about a label that its dataset's configuration objects to",
})

export const RuleCounts = Schema.Record({ key: Schema.String, value: Schema.Int }).annotations({
  identifier: "RuleCounts",
  description: "How many of each rule, including those beyond the list",
})

const checkFields = { warnings: Schema.Array(WarningRecord), truncated: Schema.Boolean, counts: RuleCounts }

export const CheckRecord = Schema.Struct({ ...checkFields, config_version: Schema.Int }).annotations({
  identifier: "Check",
  description: "The result of checking a label. `truncated`: there are more warnings than listed",
})

export const LastCheckRecord = Schema.Struct({
  ...checkFields,
  version: Schema.NullOr(Uuid),
  config_version: Schema.NullOr(Schema.Int),
  judged_at: AtOrNull,
  current: Schema.Boolean.annotations({
    description: "Whether label and configuration are unchanged since the check",
  }),
}).annotations({
  identifier: "LastCheck",
  description:
    "The last check of a label; `version`, `config_version` and `judged_at` are null before the first",
})

export const WarningTotals = Schema.Struct({
  labelset: Schema.String,
  rules: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ warnings: Schema.Int, dismissed: Schema.Int, labels: Schema.Int }),
  }),
}).annotations({
  identifier: "WarningTotals",
  description: "Warnings of a labelset by rule, from the last check of each label",
})

const sample = { sample_uuid: Uuid, sample_name: Schema.String }

export const CheckLineRecord = Schema.Union(
  Schema.Struct({ type: Schema.Literal("warning"), ...sample, ...warning }),
  Schema.Struct({
    type: Schema.Literal("refused"),
    ...sample,
    code: Schema.String,
    message: Schema.String,
  }),
  Schema.Struct({ type: Schema.Literal("progress"), samples: Schema.Int, total: Schema.Int }),
  Schema.Struct({
    type: Schema.Literal("summary"),
    samples: Schema.Int,
    labels: Schema.Int,
    labels_with_warnings: Schema.Int,
    counts: RuleCounts,
    dismissed: Schema.Int,
    truncated: Schema.Int,
    refused: Schema.Int,
  }),
).annotations({
  identifier: "CheckLine",
  description: "A line of a dataset's check; the summary is the last",
})
