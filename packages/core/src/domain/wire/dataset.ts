/** Datasets and labelsets as JSON, in answers and events. */
import { identity, Schema } from "effect"
import {
  type Collaborator,
  type DatasetCounts,
  type DatasetRecord,
  DataType,
  datasetFields,
  formatFullName,
  knownCategories,
  TaskType,
} from "../Dataset.ts"
import { DatasetSettings, settingRecords } from "../DatasetSettings.ts"
import { pickShown } from "../fieldForms.ts"
import { type JsonTree, Raw, toRaw } from "../JsonText.ts"
import { LabelStatus } from "../Label.ts"
import type { Labelset } from "../Labelset.ts"
import { DatasetRole, GrantedRole } from "../User.ts"
import { Advice, AnyObject, At, type FieldsOf, makeEventSchema, TextOrNull } from "./shared.ts"
import { AccountJson, Owner, toAccountJson, toOwnerJson } from "./user.ts"

const { documents, texts, values } = datasetFields
const uuid = { format: "uuid" }

/** A labelset as JSON. */
export const LabelsetJson = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  description: Schema.String,
  is_groundtruth: Schema.Boolean,
  created_at: At,
}).annotations({
  identifier: "Labelset",
  description: "One layer of labels over a dataset's samples",
  ...makeEventSchema({ uuid }),
})

const counts = Object.fromEntries(LabelStatus.literals.map((status) => [status, Schema.Int])) as {
  readonly [Status in LabelStatus]: typeof Schema.Int
}

const LabelStats = Schema.Struct({ ...counts, UNLABELED: Schema.Int, TOTAL: Schema.Int }).annotations({
  identifier: "LabelStats",
  description: "Ground-truth labels by status",
})

/** A dataset as JSON. */
export const DatasetJson = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  full_name: Schema.String.annotations({ description: "`owner/name`" }),
  ...pickShown(texts),
  data_type: DataType,
  category: Schema.String,
  task_type: TaskType,
  task_attributes: AnyObject.annotations({ description: "The label-editor configuration, as sent" }),
  config_version: Schema.Int,
  ...pickShown(values),
  owner: Owner,
  created_at: At,
  updated_at: At,
  ...settingRecords,
  review_people: Schema.optional(settingRecords.review_people),
  ...pickShown(documents),
  cloned_from: TextOrNull,
  collaborators_count: Schema.Int,
  samples_count: Schema.Int,
  label_stats: LabelStats,
  labelsets: Schema.Array(LabelsetJson),
  noncollaborator_can_label: Schema.Literal(false),
  noncollaborator_can_review: Schema.Literal(false),
  role: DatasetRole.annotations({ description: "The role of the caller" }),
  permissions: Schema.Array(Schema.String).annotations({ description: "Operations allowed to the caller" }),
  advice: Schema.optional(Schema.Array(Advice)),
}).annotations({
  identifier: "Dataset",
  ...makeEventSchema({
    uuid,
    full_name: { description: "owner/name" },
    task_attributes: { description: "The label-editor configuration." },
    config_version: { description: "Increases with every change of the configuration." },
    reject_on_warnings: { items: { type: "string" } },
    cloned_from: { description: "owner/name of the dataset that it was cloned from." },
    review_people: false,
    role: false,
    permissions: false,
    advice: false,
  }),
})

/** The context of a dataset's JSON. */
export interface DatasetContext {
  readonly showEmail: boolean
  /** Operations that the caller may perform. Absent in events. */
  readonly permissions?: ReadonlyArray<string>
}

/** The settings are optional, and listed by the schema that encodes them. */
type DatasetFields = Omit<FieldsOf<typeof DatasetJson>, keyof typeof settingRecords> &
  typeof DatasetSettings.Encoded

/** The values of fields by their names in the API. */
const encodeFields = <Fields extends { readonly [name: string]: { readonly key: string } }, Value>(
  fields: Fields,
  values: { readonly [Name in keyof Fields]: Value },
  encode: (value: Value) => JsonTree,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { key }]) => [key, encode(values[name] as Value)]),
  ) as {
    readonly [Name in keyof Fields as Fields[Name]["key"]]: JsonTree
  }

const encodeSettings = Schema.encodeSync(DatasetSettings)

/** The JSON of a dataset. */
export const toDatasetJson = (record: DatasetRecord, context: DatasetContext): DatasetFields => {
  const { dataset } = record
  return {
    uuid: dataset.id,
    name: dataset.name,
    full_name: formatFullName(dataset),
    ...encodeFields(texts, dataset, identity<JsonTree>),
    data_type: dataset.dataType,
    category: dataset.category,
    task_type: dataset.taskType,
    task_attributes: new Raw(dataset.taskAttributes),
    config_version: dataset.configVersion,
    ...encodeFields(values, dataset, identity<JsonTree>),
    owner: toOwnerJson(record.owner, context.showEmail),
    created_at: dataset.createdAt,
    updated_at: dataset.updatedAt,
    ...encodeSettings(dataset.settings),
    // The names of people are for those who may list them, and not for receivers of events.
    review_people: context.permissions?.includes("list_collaborators")
      ? dataset.settings.reviewPeople
      : undefined,
    ...encodeFields(documents, dataset, toRaw),
    cloned_from: dataset.clonedFrom,
    collaborators_count: record.collaboratorsCount,
    samples_count: record.counts.samples,
    label_stats: labelStats(record.counts),
    labelsets: record.labelsets.map(toLabelsetJson),
    noncollaborator_can_label: false,
    noncollaborator_can_review: false,
    role: context.permissions === undefined ? undefined : record.role,
    permissions: context.permissions,
    advice:
      context.permissions === undefined || knownCategories.includes(dataset.category)
        ? undefined
        : [categoryAdvice],
  }
}

const categoryAdvice = {
  pointer: "/category",
  message:
    "Clients of the wire contract accept only its own categories; they refuse lists that hold another one.",
}

const labelStats = (counts: DatasetCounts): JsonTree => {
  const stats: Record<string, number> = {}
  let labeled = 0
  for (const status of LabelStatus.literals) {
    const count = counts.byStatus[status] ?? 0
    stats[status] = count
    labeled += count
  }
  return { ...stats, UNLABELED: counts.samples - labeled, TOTAL: counts.samples }
}

/** The JSON of a labelset. */
export const toLabelsetJson = (labelset: Labelset): FieldsOf<typeof LabelsetJson> => ({
  uuid: labelset.id,
  name: labelset.name,
  description: labelset.description,
  is_groundtruth: labelset.isGroundTruth,
  created_at: labelset.createdAt,
})

/** A collaborator as JSON. */
export const CollaboratorJson = Schema.Struct({ user: AccountJson, role: GrantedRole }).annotations({
  identifier: "Collaborator",
})

/** The JSON of a collaborator. */
export const toCollaboratorJson = (collaborator: Collaborator): FieldsOf<typeof CollaboratorJson> => ({
  user: toAccountJson(collaborator.user, true),
  role: collaborator.role,
})
