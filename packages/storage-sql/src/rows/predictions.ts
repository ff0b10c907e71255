/** Rows of predictions. */
import type { Prediction } from "@annotary/core/effect"
import { nullable, table, text } from "./columns.ts"

export const predictions = table<Prediction>({
  datasetId: text("dataset_id"),
  claimId: text("claim_id"),
  sampleId: text("sample_id"),
  model: text("model"),
  modelVersion: text("model_version"),
  outcome: text("outcome"),
  reason: nullable(text("reason")),
  labelVersion: nullable(text("label_version")),
  createdAt: text("created_at"),
  digest: nullable(text("digest")),
  answer: nullable(text("answer")),
})
