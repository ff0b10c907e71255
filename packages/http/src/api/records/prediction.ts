/** Responses about the answers of models. */
import { LabelJson, PredictionJson, PredictionOutcome, WarningJson } from "@annotary/core/effect"
import { Schema } from "effect"
import { WriteAdvice } from "./sample.ts"

export const PrelabelDone = Schema.Struct({
  label: LabelJson,
  prediction: PredictionJson,
  warnings: Schema.NullOr(Schema.Array(WarningJson)).annotations({
    description: "The warnings of the written label; null with `warnings_error`",
  }),
  warnings_error: Schema.optional(
    Schema.String.annotations({ description: "The reason why the written label could not be checked" }),
  ),
  advice: WriteAdvice,
}).annotations({ identifier: "PrelabelDone" })

export const DeclineDone = Schema.Struct({ prediction: PredictionJson }).annotations({
  identifier: "DeclineDone",
})

export const PredictionCount = Schema.Struct({
  model: Schema.String,
  model_version: Schema.String,
  outcome: PredictionOutcome,
  count: Schema.Int,
}).annotations({ identifier: "PredictionCount" })
