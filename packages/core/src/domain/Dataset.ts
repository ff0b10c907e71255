/** A dataset: what it is called, who owns it, how it is labeled, and what is counted about it. */
import { Schema } from "effect"
import { DatasetId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import type { LabelStatus } from "./Label.ts"
import type { Labelset } from "./Labelset.ts"
import { DatasetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"
import type { DatasetRole, Role, User } from "./User.ts"
import { WarningRuleName } from "./Warning.ts"

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

export const DataType = Schema.Literal("IMAGE", "POINTCLOUD", "MULTISENSOR").annotations({
  identifier: "DataType",
})
export type DataType = typeof DataType.Type

/** The data type that a task type speaks of, taken when none is given. */
export const dataTypeOf = (taskType: TaskType): DataType =>
  taskType === "multisensor-sequence"
    ? "MULTISENSOR"
    : taskType.startsWith("pointcloud")
      ? "POINTCLOUD"
      : "IMAGE"

/** The categories that the wire contract's SDK accepts in a dataset record. Others are stored, with an advice. */
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

/** Switches of the labeling workflow. The encoded side has the names of the API and is how they are stored. */
const flag = (key: string, initially: boolean) =>
  Schema.optionalWith(Schema.Boolean, { default: () => initially }).pipe(Schema.fromKey(key))

export const DatasetSettings = Schema.Struct({
  labelingInactivityTimeoutSeconds: Schema.optionalWith(Schema.Int, { default: () => 300 }).pipe(
    Schema.fromKey("labeling_inactivity_timeout_seconds"),
  ),
  enableSkipLabeling: flag("enable_skip_labeling", true),
  enableSkipReviewing: flag("enable_skip_reviewing", false),
  enableRatings: flag("enable_ratings", false),
  enableSaveButton: flag("enable_save_button", false),
  enableLabelStatusVerified: flag("enable_label_status_verified", false),
  enableSameDimensionsTrackConstraint: flag("enable_same_dimensions_track_constraint", false),
  enable3dCuboidRotation: flag("enable_3d_cuboid_rotation", false),
  enable3dRegionOfInterest: flag("enable_3d_region_of_interest", false),
  enableInterpolation: flag("enable_interpolation", true),
  useTimestampsForInterpolation: flag("use_timestamps_for_interpolation", false),
  enableObjectLinking: flag("enable_object_linking", false),
  enableObjectLinkCategoryRestrictions: flag("enable_object_link_category_restrictions", false),
  enableExtrapolation: flag("enable_extrapolation", false),
  enableConfirmOnSubmit: flag("enable_confirm_on_submit", false),
  /** Kinds of warnings for which a label is refused instead of stored. */
  rejectOnWarnings: Schema.optionalWith(Schema.Array(WarningRuleName), { default: () => [] }).pipe(
    Schema.fromKey("reject_on_warnings"),
  ),
})
export interface DatasetSettings extends Schema.Schema.Type<typeof DatasetSettings> {}
/** The switches by their names in the API. */
export interface EncodedDatasetSettings extends Schema.Schema.Encoded<typeof DatasetSettings> {}

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
  /** Rises with every change of the configuration. */
  configVersion: Schema.Int,
  /** `owner/name` of the dataset that this one was cloned from. */
  clonedFrom: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  createdBy: Username,
  updatedAt: Timestamp,
  /** Changes with every change of the settings; the ETag. */
  version: VersionId,
})
export interface Dataset extends Schema.Schema.Type<typeof Dataset> {}

export const fullName = (dataset: Pick<Dataset, "owner" | "name">): string =>
  `${dataset.owner}/${dataset.name}`

/** Samples of a dataset, and how many of them have a ground-truth label of each status. */
export interface DatasetCounts {
  readonly samples: number
  readonly byStatus: { readonly [Status in LabelStatus]?: number }
}

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
