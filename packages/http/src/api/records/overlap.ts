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
  time: Schema.NullOr(Schema.Int).annotations({
    description:
      "Active milliseconds of the person's work on the label, in all its versions; null for callers who may not see who works on what, and where they were not recorded",
  }),
  inactive_time: Schema.NullOr(Schema.Int).annotations({ description: "Idle milliseconds meanwhile" }),
  created_at: At,
  version: Uuid,
}).annotations({ identifier: "OverlapLabel", description: "The label of one of several people" })

const SourceRecord = Schema.Struct({
  letter: Schema.String.annotations({ description: "The letter of a label" }),
  id: Schema.Number.annotations({ description: "The id of its object, of a track in its first frame" }),
}).annotations({ identifier: "OverlapSource", description: "An object of one of the labels" })

const MergedObjectRecord = Schema.Struct({
  id: Schema.Number.annotations({ description: "The id of its annotation, of a track in its first frame" }),
  sensor: TextOrNull,
  category_id: Schema.Number,
  sources: Schema.Array(SourceRecord).annotations({ description: "The objects that it was merged from" }),
  geometry: Schema.Literal("same", "mean", "member").annotations({
    description:
      "`same`: all labels have it; `mean`: the mean of labels; `member`: that of the label which resembles the others most",
  }),
  disputed: Schema.Boolean.annotations({ description: "Whether the labels have different categories" }),
}).annotations({ identifier: "OverlapMergedObject", description: "An object of the merged label" })

const MergedRecord = Schema.Struct({
  refusal: Schema.NullOr(
    Schema.Literal("few", "large", "malformed", "segmented", "structure", "unavailable"),
  ).annotations({
    description:
      "Null for a merged label. `few`: fewer than two labels are not skipped; `large`: the merge would take too long; `malformed`: a part of a label cannot be read; `segmented`: a bitmap cannot be read, because its file is missing, damaged, too large, or on another server; `structure`: the labels have different frames or sensors, or numbers of points, or sizes of bitmaps; `unavailable`: files of bitmaps could not be read or written in time, or at all, and another request may succeed",
  }),
  attributes: AnyObjectOrNull,
  base: TextOrNull.annotations({
    description:
      "The letter of the label that is the most like the others, from which the merged label starts",
  }),
  objects: Schema.Array(MergedObjectRecord),
  omitted: Schema.Array(Schema.Array(SourceRecord)).annotations({
    description: "Objects that fewer labels have than `overlap_quorum` says, by default at most half of them",
  }),
}).annotations({ identifier: "OverlapMerged", description: "The merge of the labels of several people" })

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
      "The comparison of the labels by `compareLabels` of @annotary/core/agreement, whose people are the letters; null while labels are missing, where fewer than two can be compared, and where they are larger than the limits of comparisons: 20000 objects, 16 million characters, some seconds",
  }),
  accepted: TextOrNull.annotations({
    description:
      "The letter of the label that was accepted; `merged` where the labels were merged when the last one came in",
  }),
  labels: Schema.Array(OverlapLabelRecord).annotations({ description: "None while labels are missing" }),
  merged: Schema.NullOr(MergedRecord).annotations({
    description: "The label that `overlap_label: merged` takes. Null except while a reviewer is to decide",
  }),
}).annotations({ identifier: "Overlap", description: "The labels of a sample that several people label" })
