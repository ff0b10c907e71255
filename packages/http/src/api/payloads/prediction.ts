/** Payloads of models. */
import { DeclineReason, ModelVersionName, makeClearableField, RawObject, Score } from "@annotary/core/effect"
import { Schema } from "effect"

const modelVersion = ModelVersionName.annotations({
  description: "The name of a version that the model has",
})

export const PrelabelBody = Schema.Struct({
  model_version: modelVersion,
  attributes: RawObject.annotations({
    description: "The label. Its objects may have a `score` each",
  }),
  score: makeClearableField(Score),
}).annotations({ identifier: "PrelabelBody" })

export const DeclineBody = Schema.Struct({
  model_version: modelVersion,
  reason: DeclineReason,
}).annotations({ identifier: "DeclineBody" })
