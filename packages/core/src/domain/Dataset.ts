import { Schema, Struct } from "effect"
import { DatasetSettings } from "./DatasetSettings.ts"
import { defineClearableDocument, defineDocument, defineField, pickForm } from "./fieldForms.ts"
import { DatasetId, VersionId } from "./Ids.ts"
import { JsonText } from "./JsonText.ts"
import type { LabelStatus } from "./Label.ts"
import type { Labelset } from "./Labelset.ts"
import { DatasetName, Username } from "./Names.ts"
import { Timestamp } from "./Timestamp.ts"
import type { DatasetRole, GrantedRole, User } from "./User.ts"
import { Description, GuideText, Page } from "./wire/fields.ts"

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
