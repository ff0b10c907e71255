/** A label: what was said about one sample in one labelset, its state, and the versions it went through. */
import { Schema } from "effect"
import { DatasetId, LabelsetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The states a label can be in. `UNLABELED` is not one of them: it means that there is no label. */
export const LabelStatus = Schema.Literal(
  "PRELABELED",
  "LABELING_IN_PROGRESS",
  "LABELED",
  "REVIEWING_IN_PROGRESS",
  "REVIEWED",
  "REJECTED",
  "SKIPPED",
  "VERIFIED",
).annotations({ identifier: "LabelStatus" })
export type LabelStatus = typeof LabelStatus.Type

export const Score = Schema.Number.pipe(
  Schema.finite({ message: () => "must be a finite number" }),
).annotations({
  identifier: "Score",
  description: "a finite number: the score of a prediction",
})
export const Rating = Schema.Number.pipe(
  Schema.between(0, 5, { message: () => "must be between 0 and 5" }),
).annotations({
  identifier: "Rating",
  description: "a number of stars, 0 to 5",
})

/** By which step a version came to be. `write`: PUT or PATCH outside the queue; `migrate`: a change of the configuration. */
export const LabelAction = Schema.Literal(
  "submit",
  "save",
  "skip",
  "accept",
  "reject",
  "verify",
  "write",
  "delete",
  "restore",
  "clone",
  "migrate",
)
export type LabelAction = typeof LabelAction.Type

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
  /** Who last submitted or saved it in labeling. */
  labeler: Schema.NullOr(Username),
  /** Who last saved, accepted or rejected it in review. */
  reviewer: Schema.NullOr(Username),
  /** Who last rejected it; forgotten when it is accepted, skipped in review or written directly. */
  rejecter: Schema.NullOr(Username),
  /** The configuration it was last checked under. */
  configVersion: Schema.Int,
  /** Changes with every change; the ETag. */
  version: VersionId,
})
export interface Label extends Schema.Schema.Type<typeof Label> {}

/** One row of a label's history, newest first when listed. `to` is null when the label was deleted. */
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

/** A history row with the body it had. */
export interface LabelVersion extends LabelHistoryEntry {
  readonly attributes: JsonText | null
}
