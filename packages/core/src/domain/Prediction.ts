/** The answer of a model to a claim: a label, or the reason why it gives none. */
import { Schema } from "effect"
import { ClaimId, DatasetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { ModelVersionName } from "./Model.ts"
import { FilledText, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** `prelabeled`: the model gave a label. `declined`: it gave a reason instead. */
export const PredictionOutcome = Schema.Literal("prelabeled", "declined").annotations({
  identifier: "PredictionOutcome",
})
export type PredictionOutcome = typeof PredictionOutcome.Type

/** The reason for which a model gives no label. */
export const DeclineReason = FilledText(2000).annotations({ identifier: "DeclineReason" })

/** The one answer to a claim of a model. It outlives its sample. */
export const Prediction = Schema.Struct({
  datasetId: DatasetId,
  claimId: ClaimId,
  sampleId: SampleId,
  model: Username,
  modelVersion: ModelVersionName,
  outcome: PredictionOutcome,
  /** Null for a label. */
  reason: Schema.NullOr(Schema.String),
  /** The version of the label that the answer made. Null where it made none. */
  labelVersion: Schema.NullOr(VersionId),
  createdAt: Timestamp,
  /** SHA-256 of the request, which gets the first answer again. Null after a day. */
  digest: Schema.NullOr(Schema.String),
  /** The first answer. */
  answer: Schema.NullOr(JsonText),
})
export interface Prediction extends Schema.Schema.Type<typeof Prediction> {}
