/** Responses about samples that several people label. */
import {
  AnyObjectOrNull,
  At,
  LabelStatus,
  NumberOrNull,
  OverlapState,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"
import { Schema } from "effect"

const OverlapLabelRecord = Schema.Struct({
  letter: Schema.String.annotations({ description: "A for the label that came in first" }),
  labeler: TextOrNull.annotations({ description: "Null for callers who may not see who works on what" }),
  label_status: LabelStatus,
  attributes: AnyObjectOrNull,
  score: NumberOrNull,
  rating: NumberOrNull,
  comment: TextOrNull,
  created_at: At,
  version: Uuid,
}).annotations({ identifier: "OverlapLabel", description: "The label of one of several people" })

export const OverlapRecord = Schema.Struct({
  sample_uuid: Uuid,
  overlap: Schema.Int.annotations({ description: "The number of people who label the sample" }),
  state: Schema.NullOr(OverlapState).annotations({
    description:
      "`labeling` while labels are missing, `adjudicating` while a reviewer is to decide, `decided` when the ground truth is written; null for a sample that one person labels",
  }),
  finished: Schema.Int.annotations({ description: "The number of labels that are in" }),
  agreement: AnyObjectOrNull.annotations({
    description:
      "The comparison of the labels by `compareLabels` of @annotary/core/agreement, whose people are the letters; null while labels are missing, where fewer than two can be compared, and where it would take more than about 30 ms",
  }),
  accepted: TextOrNull.annotations({ description: "The letter of the label that was accepted" }),
  labels: Schema.Array(OverlapLabelRecord).annotations({ description: "None while labels are missing" }),
}).annotations({ identifier: "Overlap", description: "The labels of a sample that several people label" })
