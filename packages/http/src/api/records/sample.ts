/** The response to a written label: the label and the result of its check. */
import { LabelJson, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"

export const WrittenLabel = Schema.Struct({
  ...LabelJson.fields,
  warnings: Schema.optional(
    Schema.NullOr(Schema.Array(WarningJson)).annotations({
      description:
        "What the configuration objects to in what was written; absent where no attributes were, null with warnings_error",
    }),
  ),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "Why the label could not be checked" }),
  ),
}).annotations({ identifier: "WrittenLabel", description: "A label as it was written" })
