/** Rows of datasets, versions of their configurations, and labelsets. */
import {
  type ConfigurationHistoryEntry,
  type Dataset,
  DatasetSettings,
  type GuideAcknowledgement,
  type Labelset,
  type Pause,
  type StoredConfiguration,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { flag, json, nullable, number, table, text } from "./columns.ts"

export const datasets = table<Dataset>({
  id: text("id"),
  owner: text("owner"),
  name: text("name"),
  description: text("description"),
  readme: text("readme"),
  category: text("category"),
  taskType: text("task_type"),
  dataType: text("data_type"),
  public: flag("public"),
  archived: flag("archived"),
  settings: json("settings", Schema.decodeUnknownSync(DatasetSettings), Schema.encodeSync(DatasetSettings)),
  metadata: text("metadata"),
  regionOfInterest: nullable(text("region_of_interest")),
  taskAttributes: text("task_attributes"),
  configVersion: number("config_version"),
  clonedFrom: nullable(text("cloned_from")),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  updatedAt: text("updated_at"),
  version: text("version"),
  guide: text("guide"),
})

export const guideAcknowledgements = table<GuideAcknowledgement>({
  datasetId: text("dataset_id"),
  user: text("username"),
  version: text("version"),
  at: text("at"),
})

export const pauses = table<Pause>({
  datasetId: text("dataset_id"),
  user: text("username"),
  reason: text("reason"),
  at: text("at"),
  by: nullable(text("paused_by")),
})

export const configurations = table<StoredConfiguration>({
  datasetId: text("dataset_id"),
  number: number("number"),
  configuration: text("configuration"),
  at: text("at"),
  by: nullable(text("actor")),
})

/** Versions of configurations without their texts, which may be long. */
export const configurationEntries = table<ConfigurationHistoryEntry>({
  number: number("number"),
  at: text("at"),
  by: nullable(text("actor")),
})

export const labelsets = table<Labelset>({
  id: text("id"),
  datasetId: text("dataset_id"),
  name: text("name"),
  description: text("description"),
  isGroundTruth: flag("is_ground_truth"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
})
