/** Datasets, labelsets and collaborators as the API shows them. */
import { Schema } from "effect"
import {
  type Collaborator,
  type DatasetCounts,
  type DatasetRecord,
  DatasetSettings,
  fullName,
  knownCategories,
} from "../Dataset.ts"
import { type JsonTree, Raw, raw } from "../JsonText.ts"
import { LabelStatus } from "../Label.ts"
import type { Labelset } from "../Labelset.ts"
import { ownerJson, userJson } from "./user.ts"

export interface DatasetContext {
  readonly showEmail: boolean
  /** Operations allowed to the caller; left out of events, where nobody calls. */
  readonly permissions?: ReadonlyArray<string>
}

const encodeSettings = Schema.encodeSync(DatasetSettings)

export const datasetJson = (record: DatasetRecord, context: DatasetContext): JsonTree => {
  const { dataset } = record
  return {
    uuid: dataset.id,
    name: dataset.name,
    full_name: fullName(dataset),
    description: dataset.description,
    readme: dataset.readme,
    data_type: dataset.dataType,
    category: dataset.category,
    task_type: dataset.taskType,
    task_attributes: new Raw(dataset.taskAttributes),
    config_version: dataset.configVersion,
    public: dataset.public,
    archived: dataset.archived,
    owner: ownerJson(record.owner, context.showEmail),
    created_at: dataset.createdAt,
    updated_at: dataset.updatedAt,
    ...encodeSettings(dataset.settings),
    metadata: new Raw(dataset.metadata),
    region_of_interest: raw(dataset.regionOfInterest),
    cloned_from: dataset.clonedFrom,
    collaborators_count: record.collaboratorsCount,
    samples_count: record.counts.samples,
    label_stats: labelStats(record.counts),
    labelsets: record.labelsets.map(labelsetJson),
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

export const labelsetJson = (labelset: Labelset): JsonTree => ({
  uuid: labelset.id,
  name: labelset.name,
  description: labelset.description,
  is_groundtruth: labelset.isGroundTruth,
  created_at: labelset.createdAt,
})

export const collaboratorJson = (collaborator: Collaborator): JsonTree => ({
  user: userJson(collaborator.user, { showEmail: true }),
  role: collaborator.role,
})
