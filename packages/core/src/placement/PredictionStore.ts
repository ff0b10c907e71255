import { Context, type Effect, type Option } from "effect"
import type { ClaimId, DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Prediction, PredictionOutcome } from "../domain/Prediction.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** A page of predictions. */
export interface PredictionQuery {
  readonly datasetId: DatasetId
  readonly sampleId?: SampleId | undefined
  readonly model?: Username | undefined
  readonly outcome?: PredictionOutcome | undefined
  /** Predictions of claims that are older than this one. */
  readonly before?: ClaimId | undefined
  readonly limit: number
}

/** The number of answers of a version of a model that are alike. */
export interface PredictionTally extends Pick<Prediction, "model" | "modelVersion" | "outcome"> {
  readonly count: number
}

/** The port for the answers of models to their claims. Answers are never changed. */
export class PredictionStore extends Context.Tag("@annotary/core/PredictionStore")<
  PredictionStore,
  {
    /** Inserts an answer. A claim has one: false when it has one already. */
    readonly insert: (prediction: Prediction) => Effect.Effect<boolean>
    /** The answer to the claim, in a live dataset. */
    readonly byClaim: (claim: ClaimId) => Effect.Effect<Option.Option<Prediction>>
    /** The answer that made this version of the sample's label. */
    readonly byVersion: (
      label: Pick<Prediction, "datasetId" | "sampleId"> & { readonly version: Prediction["labelVersion"] },
    ) => Effect.Effect<Option.Option<Prediction>>
    /** The predictions of at most 1000 samples without their answers (null), the newest claims first. */
    readonly ofSamples: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyArray<Prediction>>
    /** Predictions without their answers (null), the newest claims first. */
    readonly list: (query: PredictionQuery) => Effect.Effect<ReadonlyArray<Prediction>>
    /** The numbers of answers of each version of each model, in any order. */
    readonly tally: (dataset: DatasetId) => Effect.Effect<ReadonlyArray<PredictionTally>>
    /** Deletes digests and answers of predictions older than this, up to `limit`, and returns how many. */
    readonly forgetAnswers: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
