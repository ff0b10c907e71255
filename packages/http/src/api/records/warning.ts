/** Responses about warnings, dismissals, and the lines of a dataset's check. */
import { At, AtOrNull, Uuid, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"

export const RuleCounts = Schema.Record({ key: Schema.String, value: Schema.Int }).annotations({
  identifier: "RuleCounts",
  description: "The number of warnings per rule, including those that are not listed",
})

const checkFields = { warnings: Schema.Array(WarningJson), truncated: Schema.Boolean, counts: RuleCounts }

export const CheckRecord = Schema.Struct({ ...checkFields, config_version: Schema.Int }).annotations({
  identifier: "Check",
  description: "The result of checking a label. `truncated` is true when there are more warnings than listed",
})

const DismissalRecord = Schema.Struct({
  warning: Uuid,
  content: Schema.String.annotations({
    description:
      "Digest of the parts of the label that the warning is about. The dismissal applies to a warning with this id and the same digest, which `checkText` of `@annotary/core/check` computes",
  }),
  reason: Schema.String,
  by: Schema.String,
  at: At,
}).annotations({ identifier: "Dismissal", description: "A dismissed warning and the reason" })

export const LastCheckRecord = Schema.Struct({
  ...checkFields,
  version: Schema.NullOr(Uuid),
  config_version: Schema.NullOr(Schema.Int),
  judged_at: AtOrNull,
  current: Schema.Boolean.annotations({
    description: "Whether label and configuration are unchanged since the check",
  }),
  dismissals: Schema.Array(DismissalRecord).annotations({
    description: "All dismissals of the label, on every page, including those of earlier content",
  }),
}).annotations({
  identifier: "LastCheck",
  description:
    "The last check of a label. `version`, `config_version` and `judged_at` are null before the first check",
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
  Schema.Struct({ type: Schema.Literal("warning"), ...sample, ...WarningJson.fields }),
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
