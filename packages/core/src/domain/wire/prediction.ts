/** Predictions as JSON. */
import { Schema } from "effect"
import { type Prediction, PredictionOutcome } from "../Prediction.ts"
import { At, type FieldsOf, TextOrNull, Uuid } from "./shared.ts"

export const PredictionJson = Schema.Struct({
  claim_id: Uuid,
  sample_uuid: Uuid,
  model: Schema.String,
  model_version: Schema.String,
  outcome: PredictionOutcome,
  reason: TextOrNull.annotations({ description: "The reason for which the model gave no label" }),
  label_version: Schema.NullOr(Uuid).annotations({
    description: "The version of the label that the model wrote",
  }),
  created_at: At,
}).annotations({ identifier: "Prediction", description: "The answer of a model to a claim" })

export const toPredictionJson = (prediction: Prediction): FieldsOf<typeof PredictionJson> => ({
  claim_id: prediction.claimId,
  sample_uuid: prediction.sampleId,
  model: prediction.model,
  model_version: prediction.modelVersion,
  outcome: prediction.outcome,
  reason: prediction.reason,
  label_version: prediction.labelVersion,
  created_at: prediction.createdAt,
})
