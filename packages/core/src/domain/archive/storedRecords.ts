/**
 * The records of an archive that a storage reads and writes: the contents of a dataset as they are stored, without its id. Each
 * section has one kind of record and an order, in which a later record never has the key of an earlier one. Each kind names its
 * fields, so that no archive gets a new one by accident.
 */
import { Option, Schema } from "effect"
import { StatementTexts } from "../Envelope.ts"
import { GoldAnswer, GoldLabel, GoldTurn } from "../Gold.ts"
import { GuideVersion } from "../Guide.ts"
import { IssueId, LabelsetId, SampleId, VersionId, WarningId } from "../Ids.ts"
import { Comment, Issue } from "../Issue.ts"
import { JsonText } from "../JsonText.ts"
import { Label, LabelAction, LabelStatus } from "../Label.ts"
import { Labelset } from "../Labelset.ts"
import { Username } from "../Names.ts"
import { OverlapCount, OverlapLabel, StoredOverlapState } from "../Overlap.ts"
import { Prediction } from "../Prediction.ts"
import { Release } from "../Release.ts"
import { AuditDraw, AuditExclusion, AuditStratum, ReleaseAudit } from "../ReleaseAudit.ts"
import { Sample } from "../Sample.ts"
import { SampleAgreementText } from "../SampleAgreement.ts"
import { Timestamp } from "../Timestamp.ts"
import { GrantedRole } from "../User.ts"
import { WarningRuleName } from "../Warning.ts"
import { Workunit } from "../Workunit.ts"
import { defineRecordKind } from "./recordKind.ts"

const number = Schema.NullOr(Schema.Number)
const counts = Schema.partialWith(Schema.Record({ key: WarningRuleName, value: Schema.Int }), { exact: true })

/** A number as text in the order of numbers. */
const padNumber = (number: number): string => String(number).padStart(16, "0")

/** A version of the configuration. */
export const ConfigurationRecord = Schema.Struct({
  number: Schema.Int,
  at: Timestamp,
  /** Null when it is not known. */
  by: Schema.NullOr(Username),
  configuration: JsonText,
})
export interface ConfigurationRecord extends Schema.Schema.Type<typeof ConfigurationRecord> {}

/** A person or a model on the dataset. */
export const CollaboratorRecord = Schema.Struct({ user: Username, role: GrantedRole })

/** A person has read a version of the labeling guide. */
export const GuideAcknowledgementRecord = Schema.Struct({
  user: Username,
  version: GuideVersion,
  at: Timestamp,
})

/** A labelset. */
export const LabelsetRecord = Labelset.pick(
  "id",
  "name",
  "description",
  "isGroundTruth",
  "createdAt",
  "createdBy",
)

/** A sample with its content. */
export const SampleRecord = Sample.pick(
  "id",
  "name",
  "attributes",
  "metadata",
  "readme",
  "priority",
  "assignedLabeler",
  "assignedReviewer",
  "createdAt",
  "createdBy",
  "updatedAt",
  "version",
)

/** The measured sizes of the pictures of a sample, a list of `PictureSize`. Outdated ones have no record. */
export const PictureSizesRecord = Schema.Struct({ sampleId: SampleId, pictures: JsonText })
export interface PictureSizesRecord extends Schema.Schema.Type<typeof PictureSizesRecord> {}

/** The overlap of a sample. Its places in the queue follow from it and from the labels. */
export const OverlapRecord = Schema.Struct({
  sampleId: SampleId,
  overlap: OverlapCount,
  state: StoredOverlapState,
  agreement: Schema.NullOr(SampleAgreementText),
  decidedAt: Schema.NullOr(Timestamp),
  decidedBy: Schema.NullOr(Username),
  decidedFor: Schema.NullOr(Username),
})
export interface OverlapRecord extends Schema.Schema.Type<typeof OverlapRecord> {}

/** A version of the label of one of several people. */
export const OverlapLabelRecord = OverlapLabel.omit("datasetId")
export interface OverlapLabelRecord extends Schema.Schema.Type<typeof OverlapLabelRecord> {}

/** The known label of a gold sample. */
export const GoldLabelRecord = Schema.Struct({
  ...GoldLabel.omit("datasetId").fields,
  version: Schema.optionalWith(GoldLabel.fields.version, { default: () => VersionId.make(nilId) }),
})

/** The version of known labels from before they had one. */
const nilId = "00000000-0000-0000-0000-000000000000"

/** The result of a person on a gold sample. */
export const GoldAnswerRecord = Schema.Struct({
  ...GoldAnswer.omit("datasetId").fields,
  outdated: Schema.optionalWith(GoldAnswer.fields.outdated, { default: () => false }),
  counted: Schema.optionalWith(GoldAnswer.fields.counted, { default: () => false }),
})

/** The turn of a person. */
export const GoldPersonRecord = GoldTurn.omit("datasetId")

/**
 * A version of a label, also of a deleted one. `content` is the version whose record has the attributes: this one, or an earlier one
 * of the same label with the same attributes. Null for a version without any.
 */
export const LabelVersionRecord = Schema.Struct({
  labelsetId: LabelsetId,
  sampleId: SampleId,
  version: VersionId,
  at: Timestamp,
  by: Username,
  action: LabelAction,
  from: Schema.NullOr(LabelStatus),
  to: Schema.NullOr(LabelStatus),
  score: number,
  rating: number,
  content: Schema.NullOr(VersionId),
  /** Null unless `content` is this version. */
  attributes: Schema.NullOr(JsonText),
})
export interface LabelVersionRecord extends Schema.Schema.Type<typeof LabelVersionRecord> {}

/** A label. Its attributes are those of its version. */
export const LabelRecord = Label.pick(
  "sampleId",
  "labelsetId",
  "status",
  "score",
  "rating",
  "createdAt",
  "createdBy",
  "updatedAt",
  "updatedBy",
  "reviewedAt",
  "reviewedBy",
  "labeler",
  "reviewer",
  "rejecter",
  "configVersion",
  "version",
)
export interface LabelRecord extends Schema.Schema.Type<typeof LabelRecord> {}

/** The last check result of a label. It is about the content of the version. */
export const CheckResultRecord = Schema.Struct({
  labelsetId: LabelsetId,
  sampleId: SampleId,
  version: VersionId,
  configVersion: Schema.Int,
  checkedAt: Timestamp,
  /** A list. */
  warnings: JsonText,
  truncated: Schema.Boolean,
  counts,
  dismissed: counts,
})
export interface CheckResultRecord extends Schema.Schema.Type<typeof CheckResultRecord> {}

/** A dismissal of a warning. */
export const DismissalRecord = Schema.Struct({
  labelsetId: LabelsetId,
  sampleId: SampleId,
  warning: WarningId,
  content: Schema.String,
  reason: Schema.String,
  by: Username,
  at: Timestamp,
})
export interface DismissalRecord extends Schema.Schema.Type<typeof DismissalRecord> {}

/** An issue without its replies. */
export const IssueRecord = Issue.pick(
  "id",
  "sampleId",
  "description",
  "status",
  "anchor",
  "createdAt",
  "createdBy",
  "updatedAt",
  "updatedBy",
)

/** A reply to an issue. */
export const CommentRecord = Schema.Struct({
  issueId: IssueId,
  ...Comment.pick("id", "createdAt", "createdBy", "text").fields,
})
export interface CommentRecord extends Schema.Schema.Type<typeof CommentRecord> {}

/** A record of work. */
export const WorkunitRecord = Workunit.pick(
  "id",
  "sampleId",
  "sampleName",
  "createdAt",
  "createdBy",
  "workType",
  "action",
  "time",
  "inactiveTime",
  "nextLabelStatus",
  "labelRating",
  "objects",
  "labeler",
  "reviewedBefore",
  "claimId",
)

/** The answer of a model to a claim, without the request and the response. It outlives its sample. */
export const PredictionRecord = Prediction.pick(
  "claimId",
  "sampleId",
  "model",
  "modelVersion",
  "outcome",
  "reason",
  "labelVersion",
  "createdAt",
)
export interface PredictionRecord extends Schema.Schema.Type<typeof PredictionRecord> {}

/** A release that succeeded or failed, with its signed statements. Without them its record is that of older versions, with the same sum. */
export const ReleaseRecord = Schema.Struct({
  ...Release.pick(
    "id",
    "name",
    "description",
    "status",
    "statusInfo",
    "samplesCount",
    "samplesDone",
    "sha256",
    "sizeBytes",
    "samplesSha256",
    "fileKey",
    "createdAt",
    "createdBy",
  ).fields,
  statements: Schema.optionalToRequired(StatementTexts, Schema.Array(Schema.String), {
    decode: Option.getOrElse(() => []),
    encode: Option.liftPredicate((texts) => texts.length > 0),
  }),
})

const orZero = { default: () => 0 }

/** An audit with its nonce. Versions 6 and 7 had audits without a numbered plan, which take no more work; versions 6 to 8 had no `failure`, and versions 6 to 9 only audits of samples. */
export const ReleaseAuditRecord = Schema.Struct({
  ...ReleaseAudit.omit("datasetId").fields,
  unit: Schema.optionalWith(ReleaseAudit.fields.unit, { default: () => "samples" as const }),
  plan: Schema.optionalWith(ReleaseAudit.fields.plan, { default: () => null }),
  failure: Schema.optionalWith(ReleaseAudit.fields.failure, { default: () => null }),
  draws: Schema.optionalWith(ReleaseAudit.fields.draws, orZero),
  notChecked: Schema.optionalWith(ReleaseAudit.fields.notChecked, orZero),
  revised: Schema.optionalWith(ReleaseAudit.fields.revised, orZero),
})

/** A part of the population. `number` is unique in its audit. */
export const AuditStratumRecord = AuditStratum.omit("datasetId")
export interface AuditStratumRecord extends Schema.Schema.Type<typeof AuditStratumRecord> {}

/** A draw of an audit. Nobody has a claim after it is restored: `holder` is null without an outcome. */
export const AuditDrawRecord = Schema.Struct({
  ...AuditDraw.omit("datasetId", "claimId", "expiresAt").fields,
  object: Schema.optionalWith(AuditDraw.fields.object, { default: () => null }),
  notChecked: Schema.optionalWith(AuditDraw.fields.notChecked, { default: () => null }),
})
export interface AuditDrawRecord extends Schema.Schema.Type<typeof AuditDrawRecord> {}

/** A person who does not get a draw to check. */
export const AuditExclusionRecord = AuditExclusion.omit("datasetId")

/** The sections that a storage reads and writes, in the order of writing: versions come before the labels that refer to them. */
export const storedRecords = {
  configurations: defineRecordKind(ConfigurationRecord, ({ number }) => [padNumber(number)], [
    "configuration",
  ]),
  collaborators: defineRecordKind(CollaboratorRecord, ({ user }) => [user]),
  "guide-acknowledgements": defineRecordKind(GuideAcknowledgementRecord, ({ user, version }) => [
    user,
    version,
  ]),
  labelsets: defineRecordKind(LabelsetRecord, ({ id }) => [id]),
  samples: defineRecordKind(SampleRecord, ({ id }) => [id], ["attributes", "metadata"]),
  "picture-sizes": defineRecordKind(PictureSizesRecord, ({ sampleId }) => [sampleId], ["pictures"]),
  "label-versions": defineRecordKind(
    LabelVersionRecord,
    ({ labelsetId, sampleId, version }) => [labelsetId, sampleId, version],
    ["attributes"],
  ),
  labels: defineRecordKind(LabelRecord, ({ labelsetId, sampleId }) => [labelsetId, sampleId]),
  overlaps: defineRecordKind(OverlapRecord, ({ sampleId }) => [sampleId], ["agreement"]),
  "overlap-labels": defineRecordKind(
    OverlapLabelRecord,
    ({ labeler, sampleId, version }) => [sampleId, labeler, version],
    ["attributes"],
  ),
  "gold-labels": defineRecordKind(GoldLabelRecord, ({ sampleId }) => [sampleId], ["attributes"]),
  "gold-answers": defineRecordKind(GoldAnswerRecord, ({ sampleId, user }) => [sampleId, user]),
  "gold-people": defineRecordKind(GoldPersonRecord, ({ user }) => [user]),
  "check-results": defineRecordKind(CheckResultRecord, ({ labelsetId, sampleId }) => [sampleId, labelsetId], [
    "warnings",
  ]),
  dismissals: defineRecordKind(DismissalRecord, ({ labelsetId, sampleId, warning }) => [
    sampleId,
    labelsetId,
    warning,
  ]),
  issues: defineRecordKind(IssueRecord, ({ id }) => [id], ["anchor"]),
  comments: defineRecordKind(CommentRecord, ({ id, issueId }) => [issueId, id]),
  workunits: defineRecordKind(WorkunitRecord, ({ id }) => [id], ["objects"]),
  predictions: defineRecordKind(PredictionRecord, ({ claimId }) => [claimId]),
  releases: defineRecordKind(ReleaseRecord, ({ id }) => [id], [], ["fileKey"]),
  "release-audits": defineRecordKind(ReleaseAuditRecord, ({ id }) => [id]),
  "audit-strata": defineRecordKind(AuditStratumRecord, ({ auditId, number }) => [auditId, padNumber(number)]),
  "audit-draws": defineRecordKind(AuditDrawRecord, ({ auditId, number }) => [auditId, padNumber(number)]),
  "audit-exclusions": defineRecordKind(AuditExclusionRecord, ({ auditId, number, user }) => [
    auditId,
    padNumber(number),
    user,
  ]),
} as const

/** The name of a section that a storage reads and writes. */
export type StoredSection = keyof typeof storedRecords

/** The record of each section. */
export type StoredRecords = {
  readonly [Section in StoredSection]: Schema.Schema.Type<(typeof storedRecords)[Section]["schema"]>
}

/** The names of {@link storedRecords} in their order. */
export const storedSections = Object.keys(storedRecords) as ReadonlyArray<StoredSection>
