/** Reads `metadata.jsonl`, or such a table, with a row for each image. */
import type { Losses } from "../carry/Losses.ts"
import { type BoxRecord, type CategoryNames, makeBoxReader } from "../drawn-images/makeBoxReader.ts"
import { FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { Attributes } from "../model/Scene.ts"
import { readCategoryNames, readDatasetCard } from "./datasetCard.ts"
import { readObjects } from "./objects.ts"
import { findFiles, openRecords } from "./openRecords.ts"

const readRecord = (row: Node, losses: Losses, names: CategoryNames): BoxRecord => {
  const image = row.at("file_name")
  if (!image.isPresent) row.fail("has no file_name.")
  const { file_name: _, label: __, objects: ___, ...fields } = row.object()
  const attributes = readClass(row.at("label"), losses)
  const objects = row.at("objects")
  const boxes = objects.isPresent
    ? new PartReader(losses).read(() => readObjects(objects, losses, names))
    : undefined
  const isUnlabeled = boxes === undefined && Object.keys(attributes).length === 0
  return { image: image.text(), boxes: boxes ?? [], attributes, fields, isUnlabeled }
}

/** The class of a whole image, which tools call `label`, is an attribute of the image. */
const readClass = (label: Node, losses: Losses): Attributes => {
  if (!label.isPresent) return {}
  if (isAttributeValue(label.value)) return { label: label.value }
  losses.add("attribute-value", label.place)
  return {}
}

export const readImagefolder = makeBoxReader({
  name: "imagefolder",
  findFiles,
  missing: new FormatError("metadata.jsonl", "is missing."),
  openRecords,
  readRecord,
  readSets: readDatasetCard,
  readNames: readCategoryNames,
  isMarked: ({ value }) =>
    typeof value === "object" &&
    value !== null &&
    "file_name" in value &&
    ("objects" in value || "label" in value),
})
