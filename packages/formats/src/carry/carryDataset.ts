/** Reduces the description of a dataset: its task type, categories and definitions of attributes. */
import {
  type AttributeDefinition,
  type Category,
  type Dataset,
  findKind,
  isSequence,
} from "../model/Dataset.ts"
import { toTaskType } from "../model/toWire.ts"
import type { Abilities } from "./Abilities.ts"
import type { Losses } from "./Losses.ts"

export const carryDataset = (dataset: Dataset, abilities: Abilities, losses: Losses): Dataset => {
  const place = dataset.name
  const narrowDefinitions = (found: ReadonlyArray<AttributeDefinition>) => {
    if (abilities.definitions) return found
    losses.add("definitions", place, found.length)
    return []
  }
  const categories = dataset.categories.map((category, index): Category => {
    if (!abilities.categoryIds && category.id !== index + 1) losses.add("category-ids", category.name)
    if (!abilities.categoryColors && category.color !== null) losses.add("category-colors", category.name)
    const { skeleton, ...rest } = category
    const isKept = skeleton === undefined || abilities.skeletons === true
    if (!isKept) losses.add("skeletons", category.name)
    return {
      ...(isKept ? category : rest),
      id: abilities.categoryIds ? category.id : index + 1,
      color: abilities.categoryColors ? category.color : null,
      attributes: narrowDefinitions(category.attributes),
    }
  })
  return {
    ...dataset,
    taskType: carryTaskType(dataset.taskType, abilities),
    categories,
    imageAttributes: narrowDefinitions(dataset.imageAttributes),
  }
}

/** That of the scenes as they are written: of sequences or of single samples, of one sensor or of several. */
const carryTaskType = (taskType: string, { kinds, sensors, sequences, singles }: Abilities): string => {
  const [only, ...others] = kinds
  const kind = findKind(taskType) ?? (sensors || others.length > 0 ? undefined : only)
  if (kind === undefined) return taskType
  if (findKind(taskType) === undefined) return toTaskType(kind, sequences === "kept")
  if (sequences === "frames" && isSequence(taskType)) return toTaskType(kind, false)
  return singles || isSequence(taskType) ? taskType : toTaskType(kind, true)
}
