/** The audit of a release: samples or objects are drawn at random and checked by people, and the number of those with an error is bounded. */
import { Schema } from "effect"
import { ClaimId, DatasetId, ReleaseAuditId, ReleaseId, SampleId } from "./Ids.ts"
import { LabelsetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"

/** The most samples or objects that an audit draws. */
export const maxAuditDraws = 10_000
/** The most errors that an auditor names in one draw. */
export const maxAuditErrors = 100
/** The longest reason for which nobody checks a draw, in characters. */
export const maxAuditReasonLength = 1000

/**
 * `preparing`: a job reads the file of the release, and nothing is drawn yet. `failed`: it could not, or the release has no finished label;
 * another audit is begun in its place. `open`: auditors get samples. `reached`: the goal is met. `exhausted`: all draws have an outcome, and the goal is not met. `finished`: the
 * result is signed, and nothing changes any more.
 */
export const ReleaseAuditState = Schema.Literal(
  "preparing",
  "failed",
  "open",
  "reached",
  "exhausted",
  "finished",
).annotations({
  identifier: "ReleaseAuditState",
})
export type ReleaseAuditState = typeof ReleaseAuditState.Type

/** The units that an audit draws: whole samples, or single objects of their labels. */
export const AuditUnit = Schema.Literal("samples", "objects").annotations({ identifier: "AuditUnit" })
export type AuditUnit = typeof AuditUnit.Type

/**
 * The measure of geometry. `iou`: an intersection over union below the tolerance is an error. `distance` and `angle`: a value above it, in the
 * units of the labels and in degrees.
 */
export const AuditMetric = Schema.Literal("iou", "distance", "angle").annotations({
  identifier: "AuditMetric",
})
export type AuditMetric = typeof AuditMetric.Type

/** A metric of geometry with its tolerance. */
export const AuditTolerance = Schema.Struct({
  metric: AuditMetric,
  value: Schema.Finite.pipe(Schema.nonNegative({ message: () => "must be a number of 0 or more" })),
})
  .pipe(
    Schema.filter(({ metric, value }) =>
      metric === "iou" && value > 1
        ? [{ path: ["value"], message: "must be at most 1: an intersection over union is not above it" }]
        : [],
    ),
  )
  .annotations({ identifier: "AuditTolerance" })
export type AuditTolerance = typeof AuditTolerance.Type

/** The kinds of errors. */
export const AuditErrorType = Schema.Literal(
  "missing",
  "spurious",
  "wrong_category",
  "wrong_attribute",
  "geometry",
).annotations({ identifier: "AuditErrorType" })
export type AuditErrorType = typeof AuditErrorType.Type

/** An error that an auditor names. */
export const AuditError = Schema.Struct({
  type: AuditErrorType,
  /** The id of the annotation; null where it is missing, or not one of them. */
  annotation: Schema.NullOr(Schema.Int),
  /** The measured value of geometry; null for other errors. */
  value: Schema.NullOr(Schema.Finite),
}).annotations({ identifier: "AuditError" })
export interface AuditError extends Schema.Schema.Type<typeof AuditError> {}

const Count = Schema.NonNegativeInt

/** An audit. The first `audited` draws, all with an outcome, are those that the bound counts. */
export const ReleaseAudit = Schema.Struct({
  id: ReleaseAuditId,
  datasetId: DatasetId,
  releaseId: ReleaseId,
  labelset: LabelsetName,
  unit: AuditUnit,
  /** The number of the signed plan among the plans of the release, from 1. Null before it is signed. */
  plan: Schema.NullOr(Schema.Int.pipe(Schema.positive())),
  state: ReleaseAuditState,
  /** The reason for which it failed, for people. Null in other states, and for audits that failed before reasons were stored. */
  failure: Schema.NullOr(Schema.String),
  /** The confidence of each bound by itself, such as 0.95. */
  level: Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThan(1)),
  /** The share of units with an error, at which the audit stops; null for none. */
  goal: Schema.NullOr(Schema.Number.pipe(Schema.between(0, 1))),
  metric: Schema.NullOr(AuditMetric),
  /** Null without a metric. */
  tolerance: Schema.NullOr(Schema.Finite),
  /** 32 random bytes, hex. Secret until the audit is finished. */
  nonce: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
  /** The samples of the release that have a finished label, or the objects of these labels. Zero before they are counted. */
  population: Count,
  /** The units that are drawn; the most of them before they are. */
  draws: Count,
  audited: Count,
  /** The units with an error among those. */
  errors: Count,
  /** The draws among those that nobody checks: each counts as an error in the upper bound. */
  notChecked: Count,
  /** Outcomes that were taken back or corrected. */
  revised: Count,
  createdAt: Timestamp,
  createdBy: Username,
  finishedAt: Schema.NullOr(Timestamp),
})
export interface ReleaseAudit extends Schema.Schema.Type<typeof ReleaseAudit> {}

/** The kinds of strata. A label counts for the account that created it, for the one that changed it last, unless that
 * is its reviewer, and for the reviewer. */
export const AuditStratumKind = Schema.Literal("category", "sensor", "labeler", "reviewer").annotations({
  identifier: "AuditStratumKind",
})
export type AuditStratumKind = typeof AuditStratumKind.Type

/** A part of the population. A sample or an object belongs to each category and sensor that it has. */
export const AuditStratum = Schema.Struct({
  datasetId: DatasetId,
  auditId: ReleaseAuditId,
  number: Count,
  kind: AuditStratumKind,
  /** Empty for people. */
  name: Schema.String,
  /** The person; null for categories and sensors. */
  user: Schema.NullOr(Username),
  population: Count,
})
export interface AuditStratum extends Schema.Schema.Type<typeof AuditStratum> {}

/**
 * An object that was drawn: an annotation, or in sequences a track, which is an object in all frames of a sensor. Ids are text, because they may have
 * more digits than numbers are exact for.
 */
export const AuditObject = Schema.Struct({
  /** Identifies the object within the release: the id of the sample, its sensor, and its track, or its frame and annotation. */
  key: Schema.String,
  /** The JSON Pointer of the annotation in the attributes of the label; of a track, in its first frame. */
  pointer: Schema.String,
  /** The name of the sensor. Null in samples without sensors. */
  sensor: Schema.NullOr(Schema.String),
  /** The index of the frame; of a track, of its first one. Null outside of sequences. */
  frame: Schema.NullOr(Count),
  /** The id of the track. Null in objects that are no track. */
  track: Schema.NullOr(Schema.String),
  /** The id of the annotation; of a track, in its first frame. Null where it has none. */
  annotation: Schema.NullOr(Schema.String),
  /** The name of the category; its id where the configuration has no such category. Null where it has none. */
  category: Schema.NullOr(Schema.String),
}).annotations({ identifier: "AuditObject" })
export interface AuditObject extends Schema.Schema.Type<typeof AuditObject> {}

/** A sample or an object that was drawn, with its lease and its outcome. */
export const AuditDraw = Schema.Struct({
  datasetId: DatasetId,
  auditId: ReleaseAuditId,
  /** From 1, in the order of drawing. */
  number: Schema.Int.pipe(Schema.positive()),
  sampleId: SampleId,
  /** Null in audits of samples. */
  object: Schema.NullOr(AuditObject),
  /** The bytes of its line in the release file. */
  lineOffset: Count,
  lineLength: Count,
  /** The numbers of its strata. */
  strata: Schema.Array(Count),
  claimId: Schema.NullOr(ClaimId),
  /** The auditor who has the claim, or who checked the draw. */
  holder: Schema.NullOr(Username),
  expiresAt: Schema.NullOr(Timestamp),
  /** The errors that were found; none for a label that is right, or that nobody checks. Null before the draw has an outcome. */
  outcome: Schema.NullOr(Schema.Array(AuditError).pipe(Schema.maxItems(maxAuditErrors))),
  /** The reason for which nobody checks the draw. */
  notChecked: Schema.NullOr(Schema.String),
  auditedAt: Schema.NullOr(Timestamp),
})
export interface AuditDraw extends Schema.Schema.Type<typeof AuditDraw> {}

/** A person who does not get a draw to check: somebody who labeled the sample, who has taken back an outcome of the draw, or whose outcome was taken back. */
export const AuditExclusion = Schema.Struct({
  datasetId: DatasetId,
  auditId: ReleaseAuditId,
  /** The number of the draw. */
  number: Schema.Int.pipe(Schema.positive()),
  user: Username,
})
export interface AuditExclusion extends Schema.Schema.Type<typeof AuditExclusion> {}
