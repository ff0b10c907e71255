/** The response to a written label: the label and the result of its check. */
import { Advice, LabelJson, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"

/** The changes that a write made to the sent attributes. */
export const WriteAdvice = Schema.optional(
  Schema.Array(Advice).annotations({
    description:
      "The exact shapes that were dropped, because the points of their annotations had changed; absent without any",
  }),
)

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
  advice: WriteAdvice,
}).annotations({ identifier: "WrittenLabel", description: "A label as it was written" })
