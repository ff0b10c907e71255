import { Schema } from "effect"
import { DatasetId, LabelsetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { labelStatuses } from "./labelStates.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The statuses of a label. `UNLABELED` is none of them: it stands for a missing label. */
export const LabelStatus = Schema.Literal(...labelStatuses).annotations({ identifier: "LabelStatus" })
export type LabelStatus = typeof LabelStatus.Type

/** The score of a prediction. */
export const Score = Schema.Number.pipe(
  Schema.finite({ message: () => "must be a finite number" }),
).annotations({
  identifier: "Score",
  description: "a finite number: the score of a prediction",
})
/** The rating of a label in review. */
export const Rating = Schema.Number.pipe(
  Schema.between(0, 5, { message: () => "must be between 0 and 5" }),
).annotations({
  identifier: "Rating",
  description: "a number of stars, 0 to 5",
})

/**
 * The action that created a version. `write`: PUT or PATCH outside the queues. `migrate`: a change of the
 * configuration. `undo`: a person took back the work that they had just finished. `prelabel`: a model answered a claim.
 * `merge`: the labels of several people agreed, and were merged. `accept_by_sampling`: the label was submitted, and its sample was not drawn for a review.
 */
export const LabelAction = Schema.Literal(
  "prelabel",
  "submit",
  "save",
  "skip",
  "accept",
  "merge",
  "accept_by_sampling",
  "reject",
  "undo",
  "verify",
  "write",
  "delete",
  "restore",
  "clone",
  "migrate",
)
export type LabelAction = typeof LabelAction.Type

/** A label: the annotations of one sample in one labelset, its status, and its versions. */
export const Label = Schema.Struct({
  datasetId: DatasetId,
  sampleId: SampleId,
  labelsetId: LabelsetId,
  status: LabelStatus,
  /** A JSON object as sent, or null (for example when skipped). */
  attributes: Schema.NullOr(JsonText),
  score: Schema.NullOr(Score),
  rating: Schema.NullOr(Rating),
  createdAt: Timestamp,
  createdBy: Username,
  updatedAt: Timestamp,
  updatedBy: Username,
  reviewedAt: Schema.NullOr(Timestamp),
  reviewedBy: Schema.NullOr(Username),
  /** The person who last submitted or saved it in labeling. */
  labeler: Schema.NullOr(Username),
  /** The person who last saved, accepted or rejected it in review. */
  reviewer: Schema.NullOr(Username),
  /** The person who last rejected it. Removed when it is accepted, skipped in review or written directly. */
  rejecter: Schema.NullOr(Username),
  /** The version of the configuration that it was last checked under. */
  configVersion: Schema.Int,
  /** The ETag. Changes with every change of the label. */
  version: VersionId,
})
export interface Label extends Schema.Schema.Type<typeof Label> {}

/** An entry of a label's history. `to` is null when the label was deleted. */
export interface LabelHistoryEntry {
  readonly version: VersionId
  readonly at: Timestamp
  readonly by: Username
  readonly action: LabelAction
  readonly from: LabelStatus | null
  readonly to: LabelStatus | null
  readonly score: number | null
  readonly rating: number | null
}

/** An entry of the history with the content of that version. */
export interface LabelVersion extends LabelHistoryEntry {
  readonly attributes: JsonText | null
}
