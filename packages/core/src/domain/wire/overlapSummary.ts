/** The JSON of the overlap of a sample without its labels. */
import { Schema } from "effect"
import { OverlapState, type OverlapSummary } from "../Overlap.ts"
import { type FieldsOf, NumberOrNull, TextOrNull } from "./shared.ts"

export const OverlapSummaryJson = Schema.Struct({
  overlap: Schema.Int.annotations({ description: "The number of people who label the sample" }),
  state: Schema.NullOr(OverlapState).annotations({
    description: "Null for a sample that one person labels",
  }),
  finished: Schema.Int.annotations({ description: "The number of labels that are in" }),
  agreement: NumberOrNull.annotations({
    description:
      "From 0 to 1; null where the labels were not compared, and before the decision for callers who may not see their agreement yet",
  }),
  accepted: TextOrNull.annotations({
    description:
      "The letter of the label that was accepted; `merged` where the labels were merged when the last one came in",
  }),
}).annotations({
  identifier: "OverlapSummary",
  description: "The overlap of a sample; present with `include=overlap`",
})

export const toOverlapSummaryJson = ({
  accepted,
  agreement,
  finished,
  overlap,
  state,
}: OverlapSummary): FieldsOf<typeof OverlapSummaryJson> => ({ overlap, state, finished, agreement, accepted })
