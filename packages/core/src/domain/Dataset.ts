import { Schema, Struct } from "effect"
import { isTimeZone } from "./days.ts"
import { GoldMinimum, GoldRate } from "./Gold.ts"
import { DatasetId, VersionId } from "./Ids.ts"
import { emptyObject, JsonText } from "./JsonText.ts"
import type { LabelStatus } from "./Label.ts"
import type { Labelset } from "./Labelset.ts"
import { DatasetName, Username } from "./Names.ts"
import { OverlapCount, OverlapDecision, OverlapThreshold } from "./Overlap.ts"
import { SubmitPolicy } from "./SubmitPolicy.ts"
import { Timestamp } from "./Timestamp.ts"
import type { DatasetRole, GrantedRole, User } from "./User.ts"
import { WarningRuleName } from "./Warning.ts"
import { Description, GuideText, makeClearableField, makeOptionalField, Page } from "./wire/fields.ts"
import { RawObject } from "./wire/rawJson.ts"
import { AnyObject, AnyObjectOrNull } from "./wire/shared.ts"

/** The kind of labeling. It determines the structure of labels. */
export const TaskType = Schema.Literal(
  "segmentation-bitmap",
  "segmentation-bitmap-highres",
  "image-segmentation-sequence",
  "bboxes",
  "vector",
  "image-vector-sequence",
  "keypoints",
  "pointcloud-cuboid",
  "pointcloud-cuboid-sequence",
  "pointcloud-segmentation",
  "pointcloud-segmentation-sequence",
  "pointcloud-vector",
  "pointcloud-vector-sequence",
  "multisensor-sequence",
).annotations({ identifier: "TaskType" })
export type TaskType = typeof TaskType.Type

/** The kind of data in samples. */
export const DataType = Schema.Literal("IMAGE", "POINTCLOUD", "MULTISENSOR").annotations({
  identifier: "DataType",
})
export type DataType = typeof DataType.Type

/** The data type of a task type, used when none is given. */
export const getDataType = (taskType: TaskType): DataType =>
  taskType === "multisensor-sequence"
    ? "MULTISENSOR"
    : taskType.startsWith("pointcloud")
      ? "POINTCLOUD"
      : "IMAGE"

/** The categories that the wire contract's SDK accepts in a dataset record. Others are stored with advice. */
export const knownCategories = [
  "street_scenery",
  "garden",
  "agriculture",
  "satellite",
  "people",
  "medical",
  "fruit",
  "other",
]

/**
 * A field that people set: its name in the API, its schema in requests, its value in new datasets, its schema in answers, and what it means
 * where its name does not say that.
 */
const defineField = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  initially: A,
  shown: Schema.Schema<A, I> = sent,
  description?: string,
) => {
  const meaning = description === undefined ? {} : { description }
  return {
    key,
    initially,
    /** The schema in the engine's input. */
    input: Schema.optional(sent),
    /** The schema in requests. */
    sent: makeOptionalField(sent).annotations(meaning).pipe(Schema.fromKey(key)),
    /** The schema in answers. */
    shown: description === undefined ? shown : shown.annotations(meaning),
    /** The schema in the entity. Archives from before the field existed lack it. */
    stored: Schema.optionalWith(shown, { default: () => initially }),
  }
}

/** A JSON object: text in the engine, an object whose text is kept in requests. */
const defineDocument = <Key extends string>(key: Key) => ({
  key,
  initially: emptyObject,
  input: Schema.optional(JsonText),
  sent: makeOptionalField(RawObject).pipe(Schema.fromKey(key)),
  shown: AnyObject,
  stored: Schema.optionalWith(JsonText, { default: () => emptyObject }),
})

/** A JSON object that null clears. */
const defineClearableDocument = <Key extends string>(key: Key) => ({
  key,
  initially: null,
  input: Schema.optional(Schema.NullOr(JsonText)),
  sent: makeClearableField(RawObject).pipe(Schema.fromKey(key)),
  shown: AnyObjectOrNull,
  stored: Schema.optionalWith(Schema.NullOr(JsonText), { default: () => null }),
})

/** The fields that people set beside the settings. Requests, changes, answers and archives derive from them. */
export const datasetFields = {
  texts: {
    description: defineField("description", Description, "", Schema.String),
    readme: defineField("readme", Page, "", Schema.String),
    guide: defineField("guide", GuideText, "", Schema.String, "The labeling guide, in Markdown"),
  },
  values: {
    public: defineField("public", Schema.Boolean, false),
    archived: defineField("archived", Schema.Boolean, false),
  },
  documents: {
    metadata: defineDocument("metadata"),
    regionOfInterest: defineClearableDocument("region_of_interest"),
  },
}

/** The fields that contain text that people write. */
export const textFields = Struct.keys(datasetFields.texts)
/** The fields that contain a JSON object. The label-editor configuration has separate rules. */
export const documentFields = Struct.keys(datasetFields.documents)

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
  goldThreshold: defineSetting(
    "gold_threshold",
    Schema.NullOr(OverlapThreshold),
    null,
    Schema.NullOr(Schema.Number),
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

/** One form of all fields, by their names in the engine. */
export const pickForm = <
  Form extends string,
  Fields extends { readonly [name: string]: { readonly [Key in Form]: unknown } },
>(
  fields: Fields,
  form: Form,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[form]])) as {
    readonly [Name in keyof Fields]: Fields[Name][Form]
  }

/** The schemas of answers, by the names in the API. */
export const pickShown = <
  Fields extends { readonly [name: string]: { readonly key: string; readonly shown: unknown } },
>(
  fields: Fields,
) =>
  Object.fromEntries(Object.values(fields).map(({ key, shown }) => [key, shown])) as {
    readonly [Name in keyof Fields as Fields[Name]["key"]]: Fields[Name]["shown"]
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

/** A dataset: its name, owner, settings, configuration and counts. */
export const Dataset = Schema.Struct({
  id: DatasetId,
  /** A person or an organization. */
  owner: Username,
  name: DatasetName,
  ...pickForm(datasetFields.texts, "stored"),
  category: Schema.String,
  taskType: TaskType,
  dataType: DataType,
  ...pickForm(datasetFields.values, "stored"),
  settings: DatasetSettings,
  ...pickForm(datasetFields.documents, "stored"),
  /** The label-editor configuration as sent. */
  taskAttributes: JsonText,
  /** Increases with every change of the configuration. */
  configVersion: Schema.Int,
  /** `owner/name` of the original of a clone. */
  clonedFrom: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
  updatedAt: Timestamp,
  /** The ETag. Changes with every change of the settings. */
  version: VersionId,
})
export interface Dataset extends Schema.Schema.Type<typeof Dataset> {}

/** `owner/name` of a dataset. */
export const formatFullName = (dataset: Pick<Dataset, "owner" | "name">): string =>
  `${dataset.owner}/${dataset.name}`

/** The number of samples in a dataset, and how many of them have a ground-truth label of each status. */
export interface DatasetCounts {
  readonly samples: number
  readonly byStatus: { readonly [Status in LabelStatus]?: number }
}

/** A person or a model on a dataset, with the role. */
export interface Collaborator {
  readonly user: User
  readonly role: GrantedRole
}

/** A dataset as one caller sees it. */
export interface DatasetRecord {
  readonly dataset: Dataset
  readonly owner: User
  readonly role: DatasetRole
  readonly counts: DatasetCounts
  readonly collaboratorsCount: number
  readonly labelsets: ReadonlyArray<Labelset>
}
