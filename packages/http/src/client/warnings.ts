/** Decodes warnings of responses to the engine's type: the inverse of `toWarningJson`. */
import { Dismissal, Warning, WarningId } from "@annotary/core/effect"
import { Schema } from "effect"

const { annotationIds, ruleIndex, trackIds } = Warning.fields

const SentWarning = Schema.Struct({
  ...Warning.fields,
  id: WarningId,
  ruleIndex: Schema.propertySignature(ruleIndex).pipe(Schema.fromKey("rule_index")),
  annotationIds: Schema.propertySignature(annotationIds).pipe(Schema.fromKey("annotation_ids")),
  trackIds: Schema.propertySignature(trackIds).pipe(Schema.fromKey("track_ids")),
  dismissed: Schema.NullOr(Dismissal),
})

/** Returns none for a warning that this version does not know, such as one of a later rule. */
export const warningOf = Schema.decodeUnknownOption(SentWarning)
