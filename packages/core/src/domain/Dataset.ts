import { Schema } from "effect"
import { isTimeZone } from "./days.ts"
import { DatasetId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import type { LabelStatus } from "./Label.ts"
import type { Labelset } from "./Labelset.ts"
import { DatasetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"
import type { DatasetRole, Role, User } from "./User.ts"
import { WarningRuleName } from "./Warning.ts"
import { makeOptionalField } from "./wire/fields.ts"

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

/** A setting: its name in the API, its values in requests, and its value in new datasets. */
const defineField = <Key extends string, A, I>(
  key: Key,
  sent: Schema.Schema<A, I>,
  initially: A,
  stored: Schema.Schema<A, I> = sent,
) => ({
  key,
  /** The schema in the engine's input. */
  input: Schema.optional(sent),
  /** The schema in requests. */
  sent: makeOptionalField(sent).pipe(Schema.fromKey(key)),
  /** The schema in answers. */
  shown: stored,
  /** The schema in the entity. Its encoded side is the stored form. */
  stored: Schema.optionalWith(stored, { default: () => initially }).pipe(Schema.fromKey(key)),
})

const defineFlag = <Key extends string>(key: Key, initially: boolean) =>
  defineField(key, Schema.Boolean, initially)

/** The settings of the labeling workflow. */
const settings = {
  labelingInactivityTimeoutSeconds: defineField(
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
  timeZone: defineField(
    "time_zone",
    Schema.String.pipe(
      Schema.maxLength(100),
      Schema.filter((name) => isTimeZone(name) || "must be the name of a time zone, such as Europe/Berlin", {
        jsonSchema: {},
      }),
    ),
    "UTC",
    Schema.String.annotations({ description: "The time zone of the days in statistics" }),
  ),
  rejectOnWarnings: defineField(
    "reject_on_warnings",
    Schema.Array(WarningRuleName).pipe(Schema.maxItems(100)),
    [],
    Schema.Array(WarningRuleName).annotations({
      description: "Kinds of warnings for which a label is rejected with 400 instead of stored",
    }),
  ),
}
type Settings = typeof settings

/** One form of all settings, by their names in the engine. */
const defineFields = <Form extends "input" | "sent" | "stored">(form: Form) =>
  Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, one[form]])) as {
    readonly [Name in keyof Settings]: Settings[Name][Form]
  }

/** The settings in the engine's inputs, in requests, and in answers. */
export const settingInputs = defineFields("input")
export const settingRequests = defineFields("sent")
export const settingRecords = Object.fromEntries(
  Object.values(settings).map(({ key, shown }) => [key, shown]),
) as { readonly [Name in keyof Settings as Settings[Name]["key"]]: Settings[Name]["shown"] }

/** The workflow settings of a dataset. */
export const DatasetSettings = Schema.Struct(defineFields("stored"))
export interface DatasetSettings extends Schema.Schema.Type<typeof DatasetSettings> {}
/** The settings by their names in the API. */
export interface EncodedDatasetSettings extends Schema.Schema.Encoded<typeof DatasetSettings> {}

/** A dataset: its name, owner, settings, configuration and counts. */
export const Dataset = Schema.Struct({
  id: DatasetId,
  /** A person or an organization. */
  owner: Username,
  name: DatasetName,
  description: Schema.String,
  readme: Schema.String,
  category: Schema.String,
  taskType: TaskType,
  dataType: DataType,
  public: Schema.Boolean,
  archived: Schema.Boolean,
  settings: DatasetSettings,
  /** A JSON object. */
  metadata: JsonText,
  regionOfInterest: Schema.NullOr(JsonText),
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

/** A person on a dataset, with their role. */
export interface Collaborator {
  readonly user: User
  readonly role: Role
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
