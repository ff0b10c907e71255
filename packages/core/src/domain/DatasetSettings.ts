/** The settings of the labeling workflow of a dataset. */
import { Schema } from "effect"
import { isTimeZone } from "./days.ts"
import { defineClearableField, defineField, pickForm, pickShown } from "./fieldForms.ts"
import { GoldMinimum, GoldRate } from "./Gold.ts"
import { Username } from "./Names.ts"
import { OverlapCount, OverlapDecision, OverlapQuorum, OverlapThreshold, OverlapWeights } from "./Overlap.ts"
import { AuditTolerance } from "./ReleaseAudit.ts"
import { SubmitPolicy } from "./SubmitPolicy.ts"
import { WarningRuleName } from "./Warning.ts"

/** A setting. It is stored under its name in the API. */
const defineSetting = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  initially: A,
  shown: Schema.Schema<A, I> = sent,
  description?: string,
) => {
  const field = defineField(key, sent, initially, shown, description)
  return { ...field, stored: field.stored.pipe(Schema.fromKey(key)) }
}

/** A setting that null switches off. */
const defineClearableSetting = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  shown: Schema.Schema<A, I>,
  description: string,
) => {
  const field = defineClearableField(key, sent, shown, description)
  return { ...field, stored: field.stored.pipe(Schema.fromKey(key)) }
}

const defineFlag = <Key extends string>(key: Key, initially: boolean, description?: string) =>
  defineSetting(key, Schema.Boolean, initially, Schema.Boolean, description)

const definePolicy = <Key extends string>(key: Key, initially: SubmitPolicy, about: string) =>
  defineSetting(
    key,
    SubmitPolicy,
    initially,
    SubmitPolicy,
    `The effect of ${about} when a label is submitted or accepted: shown, asked about first, or refused with 400`,
  )

/** The settings of the labeling workflow. */
const settings = {
  labelingInactivityTimeoutSeconds: defineSetting(
    "labeling_inactivity_timeout_seconds",
    Schema.Int.pipe(Schema.between(0, 2_147_483_647)),
    300,
    Schema.Int,
  ),
  enableSkipLabeling: defineFlag("enable_skip_labeling", true),
  enableSkipReviewing: defineFlag("enable_skip_reviewing", false),
  enableRatings: defineFlag("enable_ratings", false),
  enableSaveButton: defineFlag("enable_save_button", false),
  enableLabelStatusVerified: defineFlag("enable_label_status_verified", false),
  enableSameDimensionsTrackConstraint: defineFlag("enable_same_dimensions_track_constraint", false),
  enable3dCuboidRotation: defineFlag("enable_3d_cuboid_rotation", false),
  enable3dRegionOfInterest: defineFlag("enable_3d_region_of_interest", false),
  enableInterpolation: defineFlag("enable_interpolation", true),
  useTimestampsForInterpolation: defineFlag("use_timestamps_for_interpolation", false),
  enableObjectLinking: defineFlag("enable_object_linking", false),
  enableObjectLinkCategoryRestrictions: defineFlag("enable_object_link_category_restrictions", false),
  enableExtrapolation: defineFlag("enable_extrapolation", false),
  enableConfirmOnSubmit: defineFlag("enable_confirm_on_submit", false),
  timeZone: defineSetting(
    "time_zone",
    Schema.String.pipe(
      Schema.maxLength(100),
      Schema.filter((name) => isTimeZone(name) || "must be the name of a time zone, such as Europe/Berlin", {
        jsonSchema: {},
      }),
    ),
    "UTC",
    Schema.String,
    "The time zone of the days in statistics",
  ),
  rejectOnWarnings: defineSetting(
    "reject_on_warnings",
    Schema.Array(WarningRuleName).pipe(Schema.maxItems(100)),
    [],
    Schema.Array(WarningRuleName),
    "Kinds of warnings for which a label is rejected with 400 instead of stored",
  ),
  dailyGoal: defineSetting(
    "daily_goal",
    Schema.Int.pipe(Schema.between(0, 100_000)),
    0,
    Schema.Int,
    "The number of samples that a person should submit, or review, in a day; 0 for none",
  ),
  overlap: defineSetting(
    "overlap",
    OverlapCount,
    1,
    Schema.Int,
    "The number of people who label each new sample, without seeing each other's labels; a reviewer decides between them",
  ),
  overlapDecision: defineSetting(
    "overlap_decision",
    OverlapDecision,
    "review",
    OverlapDecision,
    "The decision when the last label of a sample is in: `review` waits for a reviewer; `merge` merges labels that agree, and waits for a reviewer otherwise; `one_more` merges them too, and otherwise asks one more person for a label",
  ),
  overlapThreshold: defineSetting(
    "overlap_threshold",
    OverlapThreshold,
    0.8,
    Schema.Number,
    "The least agreement of the labels of a sample, from 0 to 1, at which they are merged",
  ),
  overlapQuorum: defineClearableSetting(
    "overlap_quorum",
    OverlapQuorum,
    Schema.Number,
    "The least share of the labels of a sample that must have an object for it to be in the merged label, above 0 and up to 1. Null: more than half",
  ),
  overlapMatchThreshold: defineSetting(
    "overlap_match_threshold",
    OverlapThreshold,
    0.5,
    Schema.Number,
    "The least similarity, from 0 to 1, from which objects of several labels are merged to one",
  ),
  overlapWeights: defineSetting(
    "overlap_weights",
    OverlapWeights,
    "equal",
    OverlapWeights,
    "The weights of the votes of people in the merge of their labels: `equal`, or `gold`, by the share of their labels of gold samples that passed",
  ),
  overlapMaximum: defineSetting(
    "overlap_maximum",
    OverlapCount,
    5,
    Schema.Int,
    "The number of labels of a sample from which `one_more` asks for no more, and waits for a reviewer",
  ),
  enablePrelabeling: defineFlag(
    "enable_prelabeling",
    false,
    "Whether samples without a label wait for a model in the queue `prelabeling`, also those that exist when it is switched on. People do not wait for it",
  ),
  reviewRate: defineSetting(
    "review_rate",
    Schema.Number.pipe(Schema.between(0, 1)),
    1,
    Schema.Number,
    "The share of samples whose submitted label waits for a reviewer, from 0 to 1; the labels of the others are accepted at once. The server draws the samples with a secret",
  ),
  reviewWarnings: defineFlag(
    "review_warnings",
    true,
    "Whether every label with warnings waits for a reviewer, and every label that could not be checked",
  ),
  reviewCategories: defineSetting(
    "review_categories",
    Schema.Array(Schema.Int).pipe(Schema.maxItems(1000)),
    [],
    Schema.Array(Schema.Int),
    "Ids of categories: every label with an object of one of them waits for a reviewer",
  ),
  reviewPeople: defineSetting(
    "review_people",
    Schema.Array(Username).pipe(Schema.maxItems(1000)),
    [],
    Schema.Array(Username),
    "Usernames of people, such as new ones: every label that they submit waits for a reviewer. Answered to those who may list collaborators",
  ),
  goldRate: defineSetting(
    "gold_rate",
    GoldRate,
    0,
    Schema.Number,
    "The share of gold samples among the samples that a person gets to label, from 0 to 0.5. While it is more than 0, submissions cannot be taken back",
  ),
  goldAgreement: defineSetting(
    "gold_agreement",
    OverlapThreshold,
    0.8,
    Schema.Number,
    "The least agreement with the known label, from 0 to 1, at which the label of a gold sample passes",
  ),
  goldThreshold: defineClearableSetting(
    "gold_threshold",
    OverlapThreshold,
    Schema.Number,
    "The share of a person's labels of gold samples that must pass, from 0 to 1; a labeler or reviewer with less is paused. Null: nobody is",
  ),
  goldMinimum: defineSetting(
    "gold_minimum",
    GoldMinimum,
    10,
    Schema.Int,
    "The number of labels of gold samples from which a person may be paused, counted since their last pause ended",
  ),
  goldFeedback: defineFlag(
    "gold_feedback",
    false,
    "Whether people read the result with the answer to the submission of a gold sample",
  ),
  auditTolerance: defineClearableSetting(
    "audit_tolerance",
    AuditTolerance,
    AuditTolerance,
    "The metric and the tolerance of geometry of new audits that name none. Null: any error of geometry that an auditor sees counts",
  ),
  onMissingValues: definePolicy("on_missing_values", "ask", "mandatory values that are missing"),
  onEmptyLabel: definePolicy("on_empty_label", "ask", "a label without objects"),
  onOpenIssues: definePolicy("on_open_issues", "ask", "open issues of the sample"),
  onWarnings: definePolicy("on_warnings", "warn", "all other warnings"),
}

/** Settings that follow from others, and that requests do not contain. */
const derivedSettings = {
  usesOverlap: defineFlag(
    "uses_overlap",
    false,
    "Whether the overlap of the dataset, or of one of its samples, has ever been more than 1, or one of them a gold sample",
  ),
}

/** The settings in the engine's inputs, in requests, and in answers. */
export const settingInputs = pickForm(settings, "input")
export const settingRequests = pickForm(settings, "sent")
export const settingRecords = pickShown({ ...settings, ...derivedSettings })

/** The workflow settings of a dataset. */
export const DatasetSettings = Schema.Struct(pickForm({ ...settings, ...derivedSettings }, "stored"))
export interface DatasetSettings extends Schema.Schema.Type<typeof DatasetSettings> {}
/** The settings by their names in the API. */
export interface EncodedDatasetSettings extends Schema.Schema.Encoded<typeof DatasetSettings> {}
