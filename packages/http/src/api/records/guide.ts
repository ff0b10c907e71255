/** Responses about the labeling guide of a dataset. */
import { At, AtOrNull, TextOrNull } from "@annotary/core/effect"
import { Schema } from "effect"

const version = { description: "The first 16 hexadecimal digits of the SHA-256 of the text" }

export const GuideRecord = Schema.Struct({
  guide: Schema.String.annotations({ description: "Markdown" }),
  version: TextOrNull.annotations({ description: `${version.description}; null for a guide without text` }),
  acknowledged_at: AtOrNull.annotations({
    description: "When the caller acknowledged this version; null until then",
  }),
}).annotations({ identifier: "Guide", description: "The labeling guide of a dataset" })

export const GuideAcknowledgementRecord = Schema.Struct({
  user: Schema.String,
  version: Schema.String.annotations(version),
  acknowledged_at: At,
}).annotations({ identifier: "GuideAcknowledgement" })
