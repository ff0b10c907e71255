/** The response to a written label: the label and the result of its check. */
import { Advice, LabelJson, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"

/** The changes that a write made to the sent attributes. */
export const WriteAdvice = Schema.optional(
  Schema.Array(Advice).annotations({
    description:
      "The exact shapes that were dropped because the points of their annotations had changed; absent when there are none",
  }),
)

export const WrittenLabel = Schema.Struct({
  ...LabelJson.fields,
  warnings: Schema.optional(
    Schema.NullOr(Schema.Array(WarningJson)).annotations({
      description:
        "The warnings of the written label; absent when no attributes were written, null with `warnings_error`",
    }),
  ),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "The reason why the label could not be checked" }),
  ),
  advice: WriteAdvice,
}).annotations({ identifier: "WrittenLabel", description: "The label as stored" })
