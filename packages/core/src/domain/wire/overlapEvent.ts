/** The JSON of a sample with overlap in events about its labels: without people and content of labels. */
import { Schema } from "effect"
import type { SampleId } from "../Ids.ts"
import { OverlapState } from "../Overlap.ts"
import { type FieldsOf, makeEventSchema, NumberOrNull, Uuid } from "./shared.ts"

/** The labels of a sample when the last missing one is in. */
export interface OverlapResult {
  readonly sample: { readonly id: SampleId; readonly name: string }
  readonly state: Exclude<OverlapState, "labeling">
  /** The number of labels, also of those that are skipped. */
  readonly labels: number
  /** Null where they were not compared. */
  readonly agreement: number | null
  /** The `overlapThreshold` of the dataset. */
  readonly threshold: number
}

export const OverlapEventJson = Schema.Struct({
  uuid: Uuid,
  name: Schema.String,
  dataset_full_name: Schema.String,
  state: OverlapState.pipe(Schema.pickLiteral("adjudicating", "decided")),
  labels: Schema.Int,
  agreement: NumberOrNull,
  threshold: Schema.Number,
}).annotations({
  identifier: "OverlapOfEvent",
  ...makeEventSchema({
    uuid: { description: "The sample." },
    dataset_full_name: { description: "owner/name" },
    state: { description: "`decided`: the labels were merged. `adjudicating`: a reviewer decides." },
    labels: { description: "The number of labels, also of those that are skipped." },
    agreement: { description: "From 0 to 1; null where the labels were not compared." },
    threshold: { description: "The `overlap_threshold` of the dataset." },
  }),
})

export const toOverlapEventJson = (
  { sample, ...result }: OverlapResult,
  dataset: string,
): FieldsOf<typeof OverlapEventJson> => ({
  uuid: sample.id,
  name: sample.name,
  dataset_full_name: dataset,
  state: result.state,
  labels: result.labels,
  agreement: result.agreement,
  threshold: result.threshold,
})
