/** Samples as the API shows them; attributes and metadata are spliced in as text. */
import type { Issue } from "../Issue.ts"
import { type JsonTree, Raw, raw } from "../JsonText.ts"
import type { Label } from "../Label.ts"
import type { LongBodies } from "../LongText.ts"
import type { Sample } from "../Sample.ts"
import { issueJson } from "./issue.ts"
import { type LabelContext, labelJson, labelSummaryJson } from "./label.ts"

export interface SampleContext {
  /** `owner/name` */
  readonly dataset: string
  /** Absent: the record says nothing of labels. Null: there is none in the labelset asked for. */
  readonly label?: Label | null
  /** With it the label is shown whole, without it in its short form. */
  readonly fullLabel?: LabelContext
  readonly issues?: ReadonlyArray<Issue>
  /** In the place of the bodies of the sample and of its label. */
  readonly long?: LongBodies | undefined
}

export const sampleJson = (sample: Sample, context: SampleContext): JsonTree => ({
  uuid: sample.id,
  name: sample.name,
  attributes: context.long?.attributes ?? raw(sample.attributes),
  metadata: new Raw(sample.metadata),
  created_at: sample.createdAt,
  created_by: sample.createdBy,
  updated_at: sample.updatedAt,
  priority: sample.priority,
  assigned_labeler: sample.assignedLabeler,
  assigned_reviewer: sample.assignedReviewer,
  readme: sample.readme,
  dataset_full_name: context.dataset,
  label: context.label === undefined ? undefined : labelOf(context.label, context),
  issues: context.issues?.map(issueJson),
})

const labelOf = (label: Label | null, { fullLabel, long }: SampleContext): JsonTree =>
  label === null
    ? null
    : fullLabel === undefined
      ? labelSummaryJson(label)
      : labelJson(label, fullLabel, long?.label)
