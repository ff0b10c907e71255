/** Payloads of models. */
import {
  DeclineReason,
  ModelVersionName,
  makeClearableField,
  makeOptionalField,
  RawObject,
  Score,
  Username,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { bulkSamples, checkBulkSamples } from "./sample.ts"

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

export const PredictionRequest = Schema.Struct({
  ...bulkSamples,
  unless_version: makeOptionalField(
    Schema.Struct({ model: Username, version: ModelVersionName }).annotations({
      description: "Leaves out samples whose newest answer of a model is of this version",
    }),
  ),
  dry_run: makeOptionalField(
    Schema.Boolean.annotations({ description: "Changes nothing, and returns what the call would do now" }),
  ),
}).pipe(Schema.filter(checkBulkSamples), Schema.annotations({ identifier: "PredictionRequest" }))
