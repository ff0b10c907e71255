/** Responses of an NDJSON import: one line per line of the body, then a line with the sums. */
import { TextOrNull, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"
import { WriteAdvice } from "./sample.ts"
import { RuleCounts } from "./warning.ts"

export const ImportedLine = Schema.Struct({
  line: Schema.Int,
  status: Schema.Literal("created", "existing", "error"),
  uuid: TextOrNull,
  name: TextOrNull,
  warnings: Schema.optional(
    Schema.NullOr(Schema.Array(WarningJson)).annotations({
      description: "With `check=1`: the first ten warnings of the label that was sent with the sample",
    }),
  ),
  warning_counts: Schema.optional(RuleCounts),
  warnings_error: Schema.optional(Schema.String),
  advice: WriteAdvice,
  errors: Schema.optional(Schema.Array(Schema.Struct({ pointer: Schema.String, message: Schema.String }))),
})

export const ImportSums = Schema.Struct({ created: Schema.Int, existing: Schema.Int, failed: Schema.Int })

export const ImportLine = Schema.Union(ImportedLine, ImportSums).annotations({ identifier: "ImportLine" })
