/** Gold samples: samples whose label is known, which people label without knowing that they are measured. */
import { Schema } from "effect"
import { DatasetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The highest share of gold samples among the samples that a person gets. */
export const maxGoldRate = 0.5

/** The most gold samples of a dataset: the queue reads those that a person has answered, too. */
export const maxGoldSamples = 10_000

/** The share of gold samples among the samples that a person gets. */
export const GoldRate = Schema.Number.pipe(
  Schema.between(0, maxGoldRate, { message: () => `must be a number from 0 to ${maxGoldRate}` }),
)

/** The number of answers from which a person may be paused. */
export const GoldMinimum = Schema.Int.pipe(
  Schema.between(1, 1000, { message: () => "must be a whole number from 1 to 1000" }),
)

/** The known label of a gold sample. */
export const GoldLabel = Schema.Struct({
  datasetId: DatasetId,
  sampleId: SampleId,
  /** A JSON object as sent. */
  attributes: JsonText,
  /** Another one for each label that replaces one. */
  version: VersionId,
  /** The version of the configuration that it was checked under. */
  configVersion: Schema.Int,
  createdAt: Timestamp,
  createdBy: Username,
  /** From 0 to below 1. It names the sample in the turns of people. */
  draw: Schema.Number,
})
export interface GoldLabel extends Schema.Schema.Type<typeof GoldLabel> {}

/** The result of a person on a gold sample. Their label is stored as that of one of several people. */
export const GoldAnswer = Schema.Struct({
  datasetId: DatasetId,
  sampleId: SampleId,
  user: Username,
  /** The agreement with the known label, from 0 to 1. Null for a sample that was skipped, and for a label that was not compared. */
  score: Schema.NullOr(Schema.Number),
  /** Null for a label that was not compared, which does not count. */
  passed: Schema.NullOr(Schema.Boolean),
  at: Timestamp,
  /** Whether it was compared with a known label that was replaced since, so that it does not count. */
  outdated: Schema.Boolean,
  /** Whether it decides about the next pause of the person: false for those before the end of their last pause. */
  counted: Schema.Boolean,
})
export interface GoldAnswer extends Schema.Schema.Type<typeof GoldAnswer> {}

/** The turn of a person in a dataset: when they get the next gold sample, and which. */
export const GoldTurn = Schema.Struct({
  datasetId: DatasetId,
  user: Username,
  /** The rate that the countdown was drawn with. */
  rate: Schema.Number,
  /** The number of other new claims before the next gold sample. */
  countdown: Schema.Int,
  /** From 0 to below 1: the draw of the gold sample that the person got last. They get it again until they answer it. */
  pivot: Schema.Number,
})
export interface GoldTurn extends Schema.Schema.Type<typeof GoldTurn> {}

/** The answers of a person that were compared with a known label of today, since their last pause ended. */
export const GoldCount = Schema.Struct({ answers: Schema.Int, passed: Schema.Int })
export interface GoldCount extends Schema.Schema.Type<typeof GoldCount> {}

/** Figures of answers. Those that were not compared, and outdated ones, are no part of `answers`. */
export interface GoldFigures extends GoldCount {
  /** The number of answers that were not compared, and of outdated ones. */
  readonly notCompared: number
  /** The mean agreement of labels that were compared, without outdated ones; null without one. */
  readonly meanScore: number | null
}
