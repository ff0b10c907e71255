/** How every error looks: RFC 9457 problem details. */
import { Schema } from "effect"
import { WarningRecord } from "./warning.ts"

export const Problem = Schema.Struct({
  type: Schema.String.annotations({ description: "`urn:annotary:error:<code>`" }),
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String.annotations({ description: "A sentence for people" }),
  code: Schema.String.annotations({ description: "Stable, snake_case" }),
  errors: Schema.optional(
    Schema.Array(
      Schema.Struct({
        pointer: Schema.String.annotations({ description: "JSON Pointer (RFC 6901) into the request" }),
        message: Schema.String,
      }),
    ),
  ),
  warnings: Schema.optional(
    Schema.Array(WarningRecord).annotations({
      description: "Of a label that its dataset refuses for them (`reject_on_warnings`)",
    }),
  ),
  request_id: Schema.optional(Schema.String),
}).annotations({
  identifier: "Problem",
  examples: [
    {
      type: "urn:annotary:error:dataset_not_found",
      title: "Not Found",
      status: 404,
      detail: "Dataset not found.",
      code: "dataset_not_found",
    },
  ],
})
