/** The schema of every error: RFC 9457 problem details. */
import {
  AssetReferenceJson,
  CollaboratorRefused,
  Conflict,
  FileGone,
  LabelStatus,
  LabelTooLarge,
  PermissionDenied,
  ReleaseStatus,
  Resource,
  WarningJson,
  WebhookNotFound,
} from "@annotary/core/effect"
import { Schema } from "effect"

const makeMember = (description: string) => Schema.optional(Schema.String.annotations({ description }))
const makeNumber = (description: string) => Schema.optional(Schema.Int.annotations({ description }))

/** Values in a description: `` `a`, `b` ``. */
const list = (values: ReadonlyArray<string>) => values.map((value) => `\`${value}\``).join(", ")

/** The facts of the problem, for programs. The table of errors lists the members of each code. */
const members = {
  resource: makeMember(
    `\`NotFound\`, \`AlreadyExists\`, \`Unprocessable\`: the kind of the resource, one of ${list(Resource.literals)}. \`UrlExpired\`, \`FileGone\`: the kind of the file's resource, one of ${list(FileGone.fields.resource.literals)}`,
  ),
  state: makeMember(
    `\`Conflict\`: the status that prevents the action. Of a label: ${list(["UNLABELED", ...LabelStatus.literals])}. Of a release: ${list(ReleaseStatus.literals)}`,
  ),
  setting: makeMember(
    `\`Conflict\`: the dataset's setting that disables the action: ${list(Conflict.fields.setting.from.literals)}`,
  ),
  claim_end: makeMember(`\`Conflict\`: how the claim ended: ${list(Conflict.fields.claimEnd.from.literals)}`),
  holder: makeMember("`Conflict`: the username of the person who has the claim"),
  pause_reason: makeMember("`Conflict`: the reason of the caller's pause, as it was written for them"),
  references: Schema.optional(
    Schema.Array(AssetReferenceJson).annotations({
      description: "`Conflict`: the references to the asset in datasets that the caller can see; at most 100",
    }),
  ),
  hidden_datasets: makeNumber("`Conflict`: the number of other datasets that reference the asset"),
  what: makeMember(
    `\`LabelTooLarge\`: what exceeds its limit, one of ${list(LabelTooLarge.fields.what.literals)}. \`WebhookNotFound\`: what was not found, one of ${list(WebhookNotFound.fields.what.literals)}`,
  ),
  reason: makeMember(
    `\`CollaboratorRefused\`: why the account cannot be added, one of ${list(CollaboratorRefused.fields.reason.literals)}`,
  ),
  remedy: makeMember(
    `\`NotFound\`, \`PermissionDenied\`: how the caller can get access, one of ${list(PermissionDenied.fields.remedy.from.literals)}`,
  ),
  scope: makeMember(
    `\`PermissionDenied\`: the limit of the API key that refuses the action: ${list(PermissionDenied.fields.scope.from.literals)}`,
  ),
  quota: makeMember(
    "`QuotaExceeded`, `RequestsExceeded`: the quota that is used up: `samples`, `bytes` or `requests`",
  ),
  organization: makeMember("`QuotaExceeded`, `RequestsExceeded`: the organization whose quota it is"),
  used: makeNumber("`QuotaExceeded`, `RequestsExceeded`: the use of the quota"),
  retry_after: makeNumber("`RequestsExceeded`: the seconds until the next request is permitted"),
  limit: makeNumber(
    "The limit that was exceeded. `QuotaExceeded`: of the quota. `RequestsExceeded`: requests a minute. `TooLarge`: in bytes. `Unprocessable`: a number of resources. `LabelTooLarge`: a number of frames or cuboids, or megabytes of memory",
  ),
  expected: makeNumber("`VersionMismatch`: the version that the request was made from"),
  current: makeNumber("`VersionMismatch`: the version that the resource has"),
}

/** The members that facts of a problem may have. */
export const ProblemMembers = Schema.Struct(members)

/** A problem: the body of every error response. */
export const Problem = Schema.Struct({
  type: Schema.String.annotations({ description: "`urn:annotary:error:<code>`" }),
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String.annotations({ description: "A human-readable message. Its wording can change" }),
  code: Schema.String.annotations({ description: "A stable error code in snake_case" }),
  errors: Schema.optional(
    Schema.Array(
      Schema.Struct({
        pointer: Schema.String.annotations({ description: "JSON Pointer (RFC 6901) into the request" }),
        message: Schema.String,
      }),
    ),
  ),
  warnings: Schema.optional(
    Schema.Array(WarningJson).annotations({
      description:
        "The warnings for which the dataset rejects the label (`reject_on_warnings`, `on_warnings`, `on_missing_values`)",
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
