/** The schema of every error: RFC 9457 problem details. */
import { Schema } from "effect"
import { WarningRecord } from "./warning.ts"

const member = (description: string) => Schema.optional(Schema.String.annotations({ description }))
const number = (description: string) => Schema.optional(Schema.Int.annotations({ description }))

/** The facts of the problem, for programs. The table of errors lists the members of each code. */
const members = {
  resource: member("What the problem is about: a dataset, a sample, a release, …"),
  state: member("The status of the label or release that stands in the way"),
  setting: member("The dataset's setting that has switched the action off"),
  claim_end: member("How the claim ended: expired, released, superseded or unknown"),
  holder: member("The username of who has the claim"),
  what: member("What there is too much of, or which part of webhooks is missing"),
  reason: member("Which of several reasons it is"),
  remedy: member("What helps: `join` for a site admin"),
  limit: number("The limit that was exceeded"),
  expected: number("The version that the request was made from"),
  current: number("The version that the resource has"),
}

/** The members that facts of a problem may have. */
export const ProblemMembers = Schema.Struct(members)

/** A problem: the body of every error response. */
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
  ...members,
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
