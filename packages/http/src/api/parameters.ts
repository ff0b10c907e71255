/** Path, query and header parameters that several groups share. */
import {
  AssetId,
  AuditId,
  agreementDefaults,
  agreementLimits,
  BucketId,
  ClaimId,
  CommentId,
  figureDimensions,
  InvitationId,
  IssueId,
  JobId,
  JobStatus,
  NamedReleases,
  QueueName,
  ReleaseAuditId,
  ReleaseId,
  SampleId,
  SessionId,
  TransferId,
  Username,
  VersionId,
  WarningId,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { Instant } from "./instant.ts"

/** The query of a signed URL. A URL without it is refused like one with another signature. */
export const SignedUrlParams = Schema.Struct({
  expires: Schema.optionalWith(Schema.String, { default: () => "" }),
  token: Schema.optionalWith(Schema.String, { default: () => "" }),
})

/** The signature of a URL of an asset; needed only when the server signs them. */
export const AssetUrlParams = Schema.Struct({
  expires: Schema.optionalWith(Schema.String, { default: () => "" }),
  signature: Schema.optionalWith(Schema.String, { default: () => "" }),
})

/** Names in paths are case-insensitive, so that any text is accepted. */
const Name = Schema.String

export const DatasetPath = Schema.Struct({ owner: Name, dataset: Name })
export const SamplePath = Schema.Struct({ sample: SampleId })
export const LabelPath = Schema.Struct({ sample: SampleId, labelset: Name })
export const WarningPath = Schema.Struct({ sample: SampleId, labelset: Name, warning: WarningId })
export const LabelVersionPath = Schema.Struct({ sample: SampleId, labelset: Name, version: VersionId })
/**
 * A number in decimal digits. JavaScript reads hexadecimal, octal and binary ones too. Spaces around it do not count: a plus sign that a
 * client does not encode arrives as one.
 */
const Decimal = Schema.String.pipe(
  Schema.pattern(/^\s*[+-]?(\d+(\.\d*)?|\.\d+)([Ee][+-]?\d+)?\s*$/, { message: () => "must be a number" }),
  Schema.compose(Schema.NumberFromString),
)

/** The number of a version of the configuration, or of a draw. */
const PathNumber = Decimal.pipe(
  Schema.int(),
  Schema.between(1, 2_147_483_647),
  Schema.annotations({ jsonSchema: { type: "integer", minimum: 1 } }),
)
export const ConfigurationVersionPath = Schema.Struct({ owner: Name, dataset: Name, number: PathNumber })
export const LabelsetPath = Schema.Struct({ owner: Name, dataset: Name, labelset: Name })
export const CollaboratorPath = Schema.Struct({ owner: Name, dataset: Name, username: Name })
export const IssuePath = Schema.Struct({ issue: IssueId })
export const CommentPath = Schema.Struct({ issue: IssueId, comment: CommentId })
export const ReleasePath = Schema.Struct({ owner: Name, dataset: Name, release: Name })
export const ProofPath = Schema.Struct({ owner: Name, dataset: Name, release: Name, sample: SampleId })
export const AuditPath = Schema.Struct({ owner: Name, dataset: Name, release: Name, audit: ReleaseAuditId })
export const AuditDrawPath = Schema.Struct({
  ...AuditPath.fields,
  number: PathNumber,
})
export const DiffPath = Schema.Struct({ owner: Name, dataset: Name, release: Name, other: Name })
export const QueuePath = Schema.Struct({ owner: Name, dataset: Name, queue: QueueName })
export const QueueSamplePath = Schema.Struct({
  owner: Name,
  dataset: Name,
  queue: QueueName,
  sample: SampleId,
})
export const ClaimPath = Schema.Struct({ claim: ClaimId })
export const JobPath = Schema.Struct({ job: JobId })
export const AssetPath = Schema.Struct({ asset: AssetId })
export const AssetFilePath = Schema.Struct({ asset: AssetId, file: Name })
export const TransferPath = Schema.Struct({ owner: Name, dataset: Name, transfer: TransferId })
export const ExportFilePath = Schema.Struct({ transfer: TransferId })
export const ReleaseFilePath = Schema.Struct({ release: ReleaseId })
export const UserPath = Schema.Struct({ username: Name })
export const ModelPath = Schema.Struct({ model: Name })
export const SessionPath = Schema.Struct({ session: SessionId })
export const OrganizationPath = Schema.Struct({ organization: Name })
export const OrganizationInvitationPath = Schema.Struct({ organization: Name, invitation: InvitationId })
export const OrganizationBucketPath = Schema.Struct({ organization: Name, bucket: BucketId })
export const DatasetInvitationPath = Schema.Struct({ owner: Name, dataset: Name, invitation: InvitationId })
export const MemberPath = Schema.Struct({ organization: Name, username: Name })

const makeWholeNumber = (least: number, initially: number) =>
  Decimal.pipe(
    Schema.int(),
    Schema.greaterThanOrEqualTo(least),
    Schema.annotations({
      jsonSchema: { type: "integer", minimum: least, default: initially },
    }),
  )

/** A whole number in a query. Larger values are reduced to the limit instead of refused. */
export const makeWholeParameter = (least: number, most: number, initially: number) =>
  Schema.optionalWith(
    Schema.transform(makeWholeNumber(least, initially), Schema.Number, {
      strict: true,
      decode: (value) => Math.min(value, most),
      encode: (value) => value,
    }).annotations({
      description: `a whole number from ${least}; more than ${most} counts as ${most}`,
      jsonSchema: { type: "integer", minimum: least, default: initially },
    }),
    { default: () => initially },
  )

/** `per_page` and `page` of every paged list. */
export const paging = {
  per_page: makeWholeParameter(1, 10_000, 1000),
  page: makeWholeParameter(1, 1_000_000_000, 1),
}

/** Pages of a label's warnings, in the order of the last check. */
export const warningPaging = {
  per_page: makeWholeParameter(1, 10_000, 1000),
  cursor: makeWholeParameter(0, 1_000_000_000, 0),
}

/** Pages of datasets, whose records are large. */
export const datasetPaging = { ...paging, per_page: makeWholeParameter(1, 1000, 1000) }

/** A switch in a query: `1` or `true` is on. */
export const Switch = Schema.transform(
  Schema.Literal("1", "true", "True", "0", "false", "False"),
  Schema.Boolean,
  {
    strict: true,
    decode: (text) => text === "1" || text.toLowerCase() === "true",
    encode: (on) => (on ? "1" : "0"),
  },
).annotations({ jsonSchema: { type: "string", enum: ["1", "0", "true", "false"] } })

/** The choices of reading an audit. */
export const AuditParams = Schema.Struct({
  joint: Schema.optionalWith(Switch, { exact: true }).annotations({
    description: "Whether the bounds of the whole and of all strata hold together, and not each by itself",
  }),
})

/** Pages of the draws of an audit: `after` is the last number of the previous page. */
export const AuditDrawParams = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  after: makeWholeParameter(0, 1_000_000_000, 0),
})

/** The choices of the removal of a person. */
export const RemovalChoices = Schema.Struct({
  now: Schema.optionalWith(Switch, { exact: true }).annotations({
    description: "Deletes webhook events that contain the name immediately, and compacts the database",
  }),
  releases: Schema.optionalWith(NamedReleases, { exact: true }).annotations({
    description:
      "The action for releases whose file contains the name: `keep` (default), `delete`, or `remake` from the current state",
  }),
})

/** The choices of the deletion of an asset. */
export const AssetRemovalChoices = Schema.Struct({
  force: Schema.optionalWith(Switch, { exact: true }).annotations({
    description: "Deletes the asset even if it is referenced",
  }),
})

/** A finite number in a query. */
export const NumberParameter = Decimal.pipe(
  Schema.finite(),
  Schema.annotations({ jsonSchema: { type: "number" } }),
)

/** Adds parts to the samples of an answer. */
export const IncludeOverlap = Schema.optionalWith(
  Schema.Literal("overlap").annotations({
    description:
      "Adds the overlap of each sample: the number of people who label it, and its state. For reviewers",
  }),
  { exact: true },
)

/** Existing clients send `?labelset=x?include_signed_urls=1`: the part after the second question mark is not the name. */
export const LabelsetParameter = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (text) => text.split("?", 1)[0] ?? "",
  encode: (text) => text,
}).annotations({ jsonSchema: { type: "string" } })

/** The entity tag of the version that a change is based on. */
export const IfMatch = Schema.Struct({
  "if-match": Schema.optional(
    Schema.String.annotations({
      description:
        "Carries out the request only if the ETag still has this value; otherwise the response is 412",
    }),
  ),
})

/** Inclusive, and exclusive. */
export const Span = {
  start: Schema.optionalWith(Instant, { exact: true }),
  end: Schema.optionalWith(Instant, { exact: true }),
}

/** A day of a time zone. */
const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/))

const dimensions = figureDimensions.join("|")

/** The time span of statistics and how their work is grouped. */
export const StatisticsParams = Schema.Struct({
  start: Schema.optionalWith(Schema.Union(Day, Instant), { exact: true }).annotations({
    description: "A day in the time zone, or an instant. By default the 30 days before the end",
  }),
  end: Schema.optionalWith(Schema.Union(Day, Instant), { exact: true }).annotations({
    description: "Exclusive. By default now",
  }),
  time_zone: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The time zone of the days, such as Europe/Berlin. By default that of the dataset",
  }),
  by: Schema.optionalWith(
    Schema.String.pipe(
      Schema.pattern(new RegExp(`^(${dimensions})(,(${dimensions}))*$`), {
        message: () => `must be some of ${figureDimensions.join(", ")} with commas between them`,
      }),
    ),
    { default: () => "person" },
  ).annotations({
    description: "The dimensions of the rows, separated by commas. With `category`, rows count objects only",
  }),
  user: Schema.optionalWith(Username, { exact: true }),
})

const makePairParameter = (things: string) =>
  Schema.optionalWith(
    Schema.String.pipe(
      Schema.pattern(/^[^,]+,[^,]+$/, { message: () => `must be two ${things} with a comma between them` }),
    ),
    { exact: true },
  )

/** The options of figures of agreement. */
export const AgreementParams = Schema.Struct({
  seed: makeWholeParameter(0, agreementLimits.seed, agreementDefaults.seed).annotations({
    description: "The same seed gives the same figures of the same labels",
  }),
  lowest: makeWholeParameter(0, agreementLimits.lowest, agreementDefaults.lowest).annotations({
    description: "The number of samples with the lowest agreement that are listed",
  }),
  labelsets: makePairParameter("labelsets").annotations({
    description:
      "Two labelsets, such as ground-truth,model-1, that are compared in place of the labels of several people",
  }),
  release: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The release whose `labelsets` are compared, in place of those of today",
  }),
  releases: makePairParameter("releases").annotations({
    description: "Two releases, such as v1,v2, whose labels are compared",
  }),
  labelset: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The labelset of both `releases`; by default `ground-truth`",
  }),
})

/** The page, the filter and the order of a list of workunits. */
export const workunitParameters = {
  ...paging,
  ...Span,
  sort: Schema.optionalWith(Schema.Literal("created_at", "-created_at"), { exact: true }),
  user: Schema.optionalWith(Username, { exact: true }),
}
export const WorkunitPaging = Schema.Struct(workunitParameters)

/** Pages of the audit log: `before` is the uuid of the last row of the previous page. */
export const AuditPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  before: Schema.optionalWith(AuditId, { exact: true }),
  action: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(100)), { exact: true }).annotations({
    description: "An action such as `member.added`, or all actions about one thing: `member`",
  }),
  by: Schema.optionalWith(Name, { exact: true }).annotations({ description: "Who did it" }),
  account: Schema.optionalWith(Name, { exact: true }).annotations({
    description: "The account that was changed",
  }),
  since: Schema.optionalWith(Instant, { exact: true }),
  until: Schema.optionalWith(Instant, { exact: true }).annotations({ description: "Exclusive" }),
})

/** Pages of jobs: `before` is the last id of the previous page. */
export const JobPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  before: Schema.optionalWith(JobId, { exact: true }),
  status: Schema.optionalWith(JobStatus, { exact: true }),
})

/** Pages of one's own assets: `before` is the last id of the previous page. */
export const AssetPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  before: Schema.optionalWith(AssetId, { exact: true }),
})

/** Pages of accounts by name: `after` is the last name of the previous page. */
export const AccountPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 1000),
  after: Schema.optionalWith(Name, { exact: true }),
})

/** Pages of all accounts, or of those that match. */
export const UserPaging = Schema.Struct({
  ...AccountPaging.fields,
  q: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(200)), { exact: true }).annotations({
    description: "A text in the name or the e-mail address",
  }),
  is_organization: Schema.optionalWith(Switch, { exact: true }),
})

/** Pages of a label's history: `before` is the last version of the previous page. */
export const HistoryPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  before: Schema.optionalWith(VersionId, { exact: true }),
})

/** Pages of a configuration's history: `before` is the last number of the previous page. */
export const ConfigurationPaging = Schema.Struct({
  per_page: makeWholeParameter(1, 1000, 100),
  before: Schema.optionalWith(PathNumber, { exact: true }),
})
