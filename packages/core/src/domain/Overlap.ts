/** Overlap: several people label one sample, and none of them sees the work of another before it is decided. */
import { Schema } from "effect"
import type { Claim, QueueName, QueueStep } from "./Claim.ts"
import { ClaimId, DatasetId, SampleId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import { Rating, Score } from "./Label.ts"
import { Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The most people who label one sample. */
export const maxOverlap = 10

/** The number of people who label a sample. */
export const OverlapCount = Schema.Int.pipe(
  Schema.between(1, maxOverlap, { message: () => `must be a whole number from 1 to ${maxOverlap}` }),
)

/** See `overlap_decision` of datasets. */
export const OverlapDecision = Schema.Literal("review", "merge", "one_more").annotations({
  identifier: "OverlapDecision",
})
export type OverlapDecision = typeof OverlapDecision.Type

/** See `overlap_weights` of datasets. */
export const OverlapWeights = Schema.Literal("equal", "gold").annotations({
  identifier: "OverlapWeights",
})
export type OverlapWeights = typeof OverlapWeights.Type

/** An agreement of labels. */
export const OverlapThreshold = Schema.Number.pipe(
  Schema.between(0, 1, { message: () => "must be a number from 0 to 1" }),
)

/** A share of labels. */
export const OverlapQuorum = Schema.Number.pipe(
  Schema.greaterThan(0, { message: () => "must be a number above 0 and up to 1" }),
  Schema.lessThanOrEqualTo(1, { message: () => "must be a number above 0 and up to 1" }),
)

/** `labeling`: labels are missing. `adjudicating`: all labels are in, and a reviewer decides. `decided`: the ground truth is written. */
export const OverlapState = Schema.Literal("labeling", "adjudicating", "decided").annotations({
  identifier: "OverlapState",
})
export type OverlapState = typeof OverlapState.Type

/**
 * The state of a stored overlap. `gold`: the label is known, and any number of people label the sample, each once. Its places are those that
 * people have; nothing shows this state to anybody.
 */
export const StoredOverlapState = Schema.Literal(...OverlapState.literals, "gold")
export type StoredOverlapState = typeof StoredOverlapState.Type

/** A lease on a place of the queue. */
export const OverlapLease = Schema.Struct({
  claimId: ClaimId,
  holder: Username,
  step: Schema.Literal(1, 3, 4, 5),
  claimedAt: Timestamp,
  expiresAt: Timestamp,
})
export interface OverlapLease extends Schema.Schema.Type<typeof OverlapLease> {}

/** A row of the queue: one missing label of a sample, or the decision between its labels. */
export interface OverlapPlace {
  /** The number of the place, unique in its sample. */
  readonly place: number
  readonly queue: QueueName
  /** The assignee who alone may take it; null for everybody. */
  readonly openUser: Username | null
  /** The person who saved unfinished work on it, and returns to it first. */
  readonly ownUser: Username | null
  /** The last lease, which may have expired. */
  readonly lease: OverlapLease | null
}

/** The overlap of a sample. */
export interface Overlap {
  readonly datasetId: DatasetId
  readonly sampleId: SampleId
  /** The number of labels that it needs. */
  readonly overlap: number
  readonly state: StoredOverlapState
  /** -priority, never -0. */
  readonly np: number
  /** A `SampleAgreement` whose people are letters in the order of submission; null where there is nothing to compare. */
  readonly agreement: JsonText | null
  /** The last decision, or the time at which more labels were requested of a reviewed sample. It stands while those are missing. */
  readonly decidedAt: Timestamp | null
  readonly decidedBy: Username | null
  /** The person whose label was accepted; null for another label. Without `decidedBy`, the labels were merged when the last one came in. */
  readonly decidedFor: Username | null
  /** By number. */
  readonly places: ReadonlyArray<OverlapPlace>
  /** The people whose labels are in, in the order of submission. */
  readonly labelers: ReadonlyArray<Username>
}

/** An overlap without the comparison of its labels, which has up to some hundred KiB. */
export interface BriefOverlap extends Omit<Overlap, "agreement"> {
  /** The agreement of the labels, from 0 to 1; null where they were not compared, and where it was not asked for. */
  readonly score: number | null
}

/** The overlap of a sample without its labels. */
export interface OverlapSummary {
  /** The number of people who label the sample. */
  readonly overlap: number
  /** Null for a sample that one person labels. */
  readonly state: OverlapState | null
  /** The number of labels that are in. */
  readonly finished: number
  /** The agreement of the labels, from 0 to 1; null where they were not compared, and where the caller may not see it yet. */
  readonly agreement: number | null
  /** The letter of the label that was accepted, or `merged` where the labels were merged when the last one came in. */
  readonly accepted: string | null
}

/** A time that earlier versions did not record, nor write to archives. */
const makeRecordedTime = () =>
  Schema.optionalWith(Schema.NullOr(Schema.NonNegativeInt), { default: () => null })

/** A version of the label of one person. A later version of the same person replaces it. */
export const OverlapLabel = Schema.Struct({
  datasetId: DatasetId,
  sampleId: SampleId,
  labeler: Username,
  version: VersionId,
  status: Schema.Literal("LABELING_IN_PROGRESS", "LABELED", "SKIPPED"),
  /** A JSON object as sent, or null. */
  attributes: Schema.NullOr(JsonText),
  score: Schema.NullOr(Score),
  rating: Schema.NullOr(Rating),
  /** The comment that the person sent with the label. It opens no issue, which others could read. */
  comment: Schema.NullOr(Schema.String),
  /** The version of the configuration that it was checked under. */
  configVersion: Schema.Int,
  /** Active milliseconds that the person worked on the label, in all its versions. Null where they were not recorded. */
  time: makeRecordedTime(),
  /** Idle milliseconds meanwhile. */
  inactiveTime: makeRecordedTime(),
  createdAt: Timestamp,
})
export interface OverlapLabel extends Schema.Schema.Type<typeof OverlapLabel> {}

/** Whether the label is in. */
export const isFinishedOverlapLabel = ({ status }: Pick<OverlapLabel, "status">): boolean =>
  status !== "LABELING_IN_PROGRESS"

/** The claim of a leased place. */
export const toOverlapClaim = (
  { datasetId, sampleId }: Pick<Overlap, "datasetId" | "sampleId">,
  { queue }: Pick<OverlapPlace, "queue">,
  { claimId: id, ...lease }: OverlapLease,
): Claim => ({ id, datasetId, sampleId, queue, ...lease, step: lease.step satisfies QueueStep })

/** The letter of a label: A for the first one that came in. */
export const toOverlapLetter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index)

/** The place of the label with this letter, in the order in which they came in. */
export const toOverlapPlace = (letter: string): number => letter.charCodeAt(0) - "A".charCodeAt(0)

/** Stands for the merged label where a letter names a label. */
export const mergedLetter = "merged"
