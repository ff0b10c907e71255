/** Samples as JSON; attributes and metadata are spliced in as text. */
import { Schema } from "effect"
import type { Issue } from "../Issue.ts"
import { type JsonTree, Raw, toRaw } from "../JsonText.ts"
import type { Label } from "../Label.ts"
import type { LongBodies } from "../LongText.ts"
import type { OverlapSummary } from "../Overlap.ts"
import type { PictureSize } from "../PictureSize.ts"
import type { Sample } from "../Sample.ts"
import { IssueJson, issueJson } from "./issue.ts"
import { type LabelContext, LabelJson, LabelSummaryJson, labelJson, labelSummaryJson } from "./label.ts"
import { OverlapSummaryJson, toOverlapSummaryJson } from "./overlapSummary.ts"
import {
  AnyObject,
  AnyObjectOrNull,
  At,
  account,
  type FieldsOf,
  makeEventSchema,
  TextOrNull,
  Uuid,
} from "./shared.ts"

const sample = {
  uuid: Uuid,
  name: Schema.String,
  attributes: AnyObjectOrNull,
  metadata: AnyObject,
  created_at: At,
  created_by: Schema.String,
  updated_at: At,
  priority: Schema.Number,
  assigned_labeler: TextOrNull,
  assigned_reviewer: TextOrNull,
  readme: Schema.String,
  dataset_full_name: Schema.String,
  label: Schema.optional(Schema.NullOr(Schema.Union(LabelJson, LabelSummaryJson))),
  issues: Schema.optional(Schema.Array(IssueJson)),
  overlap: Schema.optional(OverlapSummaryJson),
  measured_sizes: Schema.optional(
    Schema.Array(
      Schema.Struct({
        pointer: Schema.String.annotations({ description: "JSON Pointer to the image in the attributes" }),
        width: Schema.Int,
        height: Schema.Int,
      }),
    ),
  ).annotations({
    description: "Image sizes measured by the server, upright and in pixels; absent when there are none",
  }),
}

/** A sample as JSON. */
export const SampleJson = Schema.Struct(sample).annotations({
  identifier: "Sample",
  ...makeEventSchema({
    attributes: { description: "As sent." },
    metadata: { description: "As sent." },
    created_by: account,
    priority: { description: "Samples with a higher priority are labeled first." },
    assigned_labeler: account,
    assigned_reviewer: account,
    dataset_full_name: { description: "owner/name" },
    label: false,
    issues: false,
    overlap: false,
    measured_sizes: false,
  }),
})

/** A row of a list: complete, or with the requested fields. */
export const SampleRowJson = Schema.partial(Schema.Struct(sample)).annotations({
  identifier: "SampleRow",
  description: "A sample; with `fields=` only the requested fields",
})

/** The context of a sample's JSON. */
export interface SampleContext {
  /** `owner/name` */
  readonly dataset: string
  /** Absent: the record contains no labels. Null: there is no label in the requested labelset. */
  readonly label?: Label | null
  /** With it the label is complete, without it in its short form. */
  readonly fullLabel?: LabelContext
  readonly issues?: ReadonlyArray<Issue>
  /** Measured sizes of its pictures. Absent or empty: none is known, or none was requested. */
  readonly pictureSizes?: ReadonlyArray<PictureSize> | undefined
  /** Absent: it was not requested. */
  readonly overlap?: OverlapSummary | undefined
  /** Replaces the bodies of the sample and of its label. */
  readonly long?: LongBodies | undefined
}

/** The JSON of a sample. */
export const sampleJson = (sample: Sample, context: SampleContext): FieldsOf<typeof SampleJson> => ({
  uuid: sample.id,
  name: sample.name,
  attributes: context.long?.attributes ?? toRaw(sample.attributes),
  metadata: new Raw(sample.metadata),
  created_at: sample.createdAt,
  created_by: sample.createdBy,
  updated_at: sample.updatedAt,
  priority: sample.priority,
  assigned_labeler: sample.assignedLabeler,
  assigned_reviewer: sample.assignedReviewer,
  readme: sample.readme,
  dataset_full_name: context.dataset,
  label: context.label === undefined ? undefined : toLabelTree(context.label, context),
  issues: context.issues?.map(issueJson),
  overlap: context.overlap && toOverlapSummaryJson(context.overlap),
  measured_sizes: listSizes(context.pictureSizes),
})

const listSizes = (sizes: ReadonlyArray<PictureSize> | undefined) =>
  sizes === undefined || sizes.length === 0
    ? undefined
    : sizes.map(({ height, pointer, width }) => ({ pointer, width, height }))

const toLabelTree = (label: Label | null, { fullLabel, long }: SampleContext): JsonTree =>
  label === null
    ? null
    : fullLabel === undefined
      ? labelSummaryJson(label)
      : labelJson(label, fullLabel, long?.label)
