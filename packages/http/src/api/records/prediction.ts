/** Responses about the answers of models. */
import { LabelJson, PredictionJson, PredictionOutcome, SampleId, WarningJson } from "@annotary/core/effect"
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

export const PredictionRequestDone = Schema.Struct({
  requested_count: Schema.Int.annotations({
    description: "The number of samples that wait for models because of this call",
  }),
  examples: Schema.Array(SampleId).annotations({ description: "The first ten of them" }),
  left_out: Schema.Struct({
    touched_by_person: Schema.Int.annotations({
      description: "Samples with a label that is not the answer of a model, or that a person has changed",
    }),
    already_requested: Schema.Int.annotations({ description: "Samples that wait for models already" }),
    several_people: Schema.Int.annotations({ description: "Samples that several people label" }),
    same_version: Schema.Int.annotations({
      description: "Samples whose newest answer is of `unless_version`",
    }),
  }).annotations({ description: "The number of samples without a request, by reason" }),
  next: Schema.NullOr(Schema.String).annotations({
    description: "The `cursor` of the next call; null when no samples are left",
  }),
}).annotations({ identifier: "PredictionRequestDone" })
