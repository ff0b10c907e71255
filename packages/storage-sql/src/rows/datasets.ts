/** Rows of datasets and labelsets. */
import { type Dataset, DatasetSettings, type Labelset } from "@annotary/core/effect"
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
