/** Responses about the labeling guide of a dataset. */
import { At, AtOrNull, GuideVersion } from "@annotary/core/effect"
import { Schema } from "effect"

export const GuideRecord = Schema.Struct({
  guide: Schema.String.annotations({ description: "Markdown" }),
  version: Schema.NullOr(GuideVersion).annotations({ description: "Null for a guide without text" }),
  acknowledged_at: AtOrNull.annotations({
    description: "When the caller acknowledged this version; null until then",
  }),
}).annotations({ identifier: "Guide", description: "The labeling guide of a dataset" })

export const GuideAcknowledgementRecord = Schema.Struct({
  user: Schema.String,
  version: GuideVersion,
  acknowledged_at: At,
}).annotations({ identifier: "GuideAcknowledgement" })
