/** Payloads about samples, labels, issues and claims. */
import {
  CleanText,
  IssueStatus,
  LabelStatus,
  Line,
  makeClearableField,
  makeOptionalField,
  NotANumberIsNull,
  OverlapCount,
  Page,
  Paragraph,
  Priority,
  Rating,
  RawObject,
  SampleName,
  Score,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { filterFields } from "../sampleFilters.ts"

const content = {
  attributes: makeClearableField(RawObject),
  metadata: makeClearableField(RawObject),
  readme: makeOptionalField(Page),
  priority: makeOptionalField(Priority),
  assigned_labeler: makeClearableField(Username),
  assigned_reviewer: makeClearableField(Username),
}

/** The label in a sample's payload. {@link LineLabel} decodes it. */
const makeLabelField = (component: string) =>
  makeClearableField(
    RawObject.annotations({
      description: `A ${component}; a sample that exists keeps what it has`,
      jsonSchema: { $ref: `#/components/schemas/${component}` },
    }),
  )

export const NewSample = Schema.Struct({
  name: SampleName,
  ...content,
  overlap: makeOptionalField(
    OverlapCount.annotations({
      description:
        "The number of people who label the sample, without seeing each other's labels. Defaults to that of the dataset; a sample that exists keeps its own, and one with a label that is more than a prelabel gets none",
    }),
  ),
  label: makeLabelField("SampleLabel"),
}).annotations({ identifier: "NewSample" })

export const SampleChange = Schema.Struct({ name: makeOptionalField(SampleName), ...content }).annotations({
  identifier: "SampleChange",
})

export const NewSamples = Schema.Array(NewSample).pipe(Schema.maxItems(10_000))

/** A line of NDJSON: a sample and, if the sample is new, its label. */
export const NewSampleLine = Schema.Struct({
  ...NewSample.fields,
  label: makeLabelField("LineLabel"),
}).annotations({ identifier: "NewSampleLine" })

/** Unknown and malformed uuids are skipped. */
const Uuids = Schema.Array(Line).pipe(
  Schema.minItems(1),
  Schema.maxItems(10_000),
  Schema.annotations({
    jsonSchema: {
      type: "array",
      items: { type: "string", maxLength: 1000, description: "A uuid. Unknown uuids are skipped" },
      minItems: 1,
      maxItems: 10_000,
    },
  }),
)

export const SampleIds = Schema.Struct({ uuids: Uuids }).annotations({ identifier: "SampleIds" })

/** A status that can be written to a label. */
const WritableStatus = LabelStatus.annotations({
  message: () =>
    `must be one of ${LabelStatus.literals.join(", ")}; to make a sample unlabeled, delete its label`,
})

/**
 * The parameters of the list of samples, as an object. The list ignores what it does not understand; here, that would
 * change every sample of the dataset.
 */
const Filters = Schema.Struct(filterFields).annotations({
  identifier: "SampleFilters",
  description: "The filters of the list of samples",
})

const changes = {
  priority: makeOptionalField(Priority),
  assigned_labeler: makeClearableField(Username),
  assigned_reviewer: makeClearableField(Username),
  label_status: makeOptionalField(WritableStatus),
  overlap: makeOptionalField(
    OverlapCount.annotations({
      description:
        "The number of people who label each sample. Samples that somebody has begun, or to which no label is missing, keep theirs",
    }),
  ),
  reopen: makeOptionalField(
    Schema.Boolean.annotations({
      description:
        "With `overlap`: whether more labels are requested of finished samples too. What their labelers submitted is one of them",
    }),
  ),
}

const matches = {
  filters: makeOptionalField(Filters),
  cursor: makeOptionalField(
    CleanText(200_000).annotations({
      description: "The `next` of the call before: goes on behind it, with its filters",
    }),
  ),
}

const countDefined = (values: ReadonlyArray<unknown>): number =>
  values.filter((value) => value !== undefined).length

/** The fields that name the samples of a bulk call: one of them is given. */
export const bulkSamples = { uuids: makeOptionalField(Uuids), ...matches }

const BulkSamples = Schema.Struct(bulkSamples)
export type BulkSamples = typeof BulkSamples.Type

/** Refuses a bulk call that names its samples in more than one way, or in none. */
export const checkBulkSamples = ({ cursor, filters, uuids }: BulkSamples) =>
  countDefined([cursor, filters, uuids]) === 1 ? undefined : "give one of uuids, filters and cursor"

export const BulkChange = Schema.Struct({
  ...bulkSamples,
  set: Schema.Struct(changes),
  share: makeOptionalField(
    Schema.Number.pipe(
      Schema.greaterThan(0, { message: () => "must be more than 0 and at most 1" }),
      Schema.lessThanOrEqualTo(1, { message: () => "must be more than 0 and at most 1" }),
    ).annotations({
      description: "The part of the samples that changes, drawn by `seed`: each sample with this probability",
    }),
  ),
  seed: makeOptionalField(
    Line.annotations({
      description: "Needed with `share`: the same seed draws the same samples. Send both again with a cursor",
    }),
  ),
}).pipe(
  Schema.filter(checkBulkSamples),
  Schema.filter(({ seed, share }) =>
    (seed === undefined) === (share === undefined) ? undefined : "give share and seed together",
  ),
  Schema.annotations({ identifier: "BulkChange" }),
)

/** The samples to delete. Empty filters match every sample of the dataset. */
export const BulkRemoval = Schema.Struct(matches).pipe(
  Schema.filter(({ cursor, filters }) =>
    countDefined([cursor, filters]) === 1 ? undefined : "give either filters or cursor",
  ),
  Schema.annotations({ identifier: "BulkRemoval" }),
)

const label = {
  attributes: makeClearableField(RawObject),
  score: makeClearableField(Score.annotations({ [NotANumberIsNull]: true })),
  rating: makeClearableField(Rating.annotations({ [NotANumberIsNull]: true })),
}

export const LabelChange = Schema.Struct({
  label_status: makeOptionalField(WritableStatus),
  ...label,
}).annotations({
  identifier: "LabelChange",
})

/** Replacing a label clears absent fields, so that a body without fields would empty it. */
export const LabelReplacement = LabelChange.pipe(
  Schema.filter(
    ({ attributes, label_status }) =>
      attributes !== undefined || label_status !== undefined || "must name label_status or attributes",
  ),
  Schema.annotations({
    identifier: "LabelReplacement",
    // Within `allOf`: `anyOf` itself would take the place of the members.
    jsonSchema: {
      allOf: [
        {
          anyOf: [
            { required: ["attributes"] },
            { required: ["label_status"], properties: { label_status: { type: "string" } } },
          ],
        },
      ],
    },
  }),
)

/** The label in a sample's payload, with strict keys. */
export const LineLabel = Schema.Struct({
  labelset: makeOptionalField(Line),
  label_status: makeOptionalField(WritableStatus),
  ...label,
}).annotations({ identifier: "LineLabel" })

/** The label in a sample's payload in the wire contract, which ignores unknown keys. */
export const SampleLabel = Schema.Struct(LineLabel.fields).annotations({ identifier: "SampleLabel" })

export const RestoreRequest = Schema.Struct({ version: VersionId }).annotations({
  identifier: "RestoreRequest",
})

const Millis = Schema.Int.pipe(
  Schema.nonNegative(),
  Schema.annotations({ description: "a whole number of milliseconds" }),
)

export const WorkBody = Schema.Struct({
  ...label,
  time: makeOptionalField(Millis),
  inactive_time: makeOptionalField(Millis),
  time_since: makeOptionalField(
    Schema.Literal("claim", "previous").annotations({
      description:
        "The start of `time` and `inactive_time`: the claim, or the previous work on it. Without this field, times that exceed the time since the last save are counted from the claim. Times since the previous work may include work under earlier claims on the sample in the same queue that ended before it was sent; such work counts once if it is more than 5 seconds",
    }),
  ),
  comment: makeOptionalField(
    Paragraph.annotations({
      description:
        "Opens an issue on the sample; the comment of one of several labelers is shown with their label instead",
    }),
  ),
  overlap_label: makeOptionalField(
    Schema.String.pipe(
      Schema.pattern(/^([A-J]|merged)$/, { message: () => "must be a letter from A to J, or merged" }),
    ).annotations({
      description:
        "With accept, where several people labeled the sample: the letter of the label to take, or `merged` for the label that `GET /samples/ID/overlap/` shows as merged. Refused with all other work",
    }),
  ),
}).annotations({ identifier: "WorkBody" })

export const ClaimRequest = Schema.Struct({
  count: makeOptionalField(Schema.Int.pipe(Schema.between(1, 1000))),
  lease_seconds: makeOptionalField(Schema.Int.pipe(Schema.between(30, 86_400))),
}).annotations({ identifier: "ClaimRequest" })

export const SampleClaimRequest = Schema.Struct({
  lease_seconds: makeOptionalField(Schema.Int.pipe(Schema.between(30, 86_400))),
}).annotations({ identifier: "SampleClaimRequest" })

export const RenewRequest = Schema.Struct({
  lease_seconds: makeOptionalField(Schema.Int.pipe(Schema.between(30, 86_400))),
}).annotations({
  identifier: "RenewRequest",
})

const issue = { status: makeOptionalField(IssueStatus), anchor: makeClearableField(RawObject) }

export const NewIssue = Schema.Struct({ description: Paragraph, ...issue }).annotations({
  identifier: "NewIssue",
})

export const IssueChange = Schema.Struct({ description: makeOptionalField(Paragraph), ...issue }).annotations(
  {
    identifier: "IssueChange",
  },
)

export const NewComment = Schema.Struct({ text: Paragraph }).annotations({ identifier: "NewComment" })
