/** Definitions of the attributes that a sequence uses: CVAT leaves out values without one, and changes of those that are immutable. */
import type { Losses } from "../carry/Losses.ts"
import type { AttributeDefinition, Category, Dataset } from "../model/Dataset.ts"
import type { Annotation, AttributeValue, Scene } from "../model/Scene.ts"
import { isProperty } from "./writeShape.ts"

/**
 * The dataset with all attributes of the scene defined; what changes over the frames of a track is mutable. `counted` has the
 * definitions of the dataset that earlier scenes counted.
 */
export const defineUsed = (dataset: Dataset, scene: Scene, losses: Losses, counted: Set<string>): Dataset => {
  const count = (place: string): void => {
    if (!counted.has(place)) losses.add("definitions", place)
    counted.add(place)
  }
  const used = findUsed(scene)
  const define = (category: Category): Category => {
    const attributes = used.get(category.id)
    if (attributes === undefined) return category
    const definitions = category.attributes.map((definition): AttributeDefinition => {
      // CVAT has no attributes of single frames: a value holds until the next one.
      const isLater = definition.is_track_level === true || definition.applies_to_later_frames === true
      if (!isLater && attributes.has(definition.name)) count(`${category.name}: ${definition.name}`)
      if (definition.is_track_level !== true || attributes.get(definition.name) !== "changes")
        return definition
      count(`${category.name}: ${definition.name}`)
      return { ...definition, is_track_level: false }
    })
    const names = new Set(definitions.map(({ name }) => name))
    const added = [...attributes.keys()].filter((name) => !names.has(name)).sort()
    return {
      ...category,
      attributes: [...definitions, ...added.map((name) => ({ name, input_type: "text" }))],
    }
  }
  return { ...dataset, categories: dataset.categories.map(define) }
}

type Use = "changes" | "stays"

/** The names of attributes by category, and whether one changes over the frames of a track. */
const findUsed = ({ frames }: Scene): ReadonlyMap<number, ReadonlyMap<string, Use>> => {
  const usesByCategory = new Map<number, Map<string, Use>>()
  const values = new Map<string, AttributeValue>()
  for (const { annotations } of frames)
    for (const annotation of annotations) {
      const uses = usesByCategory.get(annotation.categoryId) ?? new Map<string, Use>()
      usesByCategory.set(annotation.categoryId, uses)
      for (const [name, value] of listAttributes(annotation)) {
        const key = JSON.stringify([annotation.trackId, annotation.categoryId, name])
        const before = values.get(key)
        const isChanged = before !== undefined && String(before) !== String(value)
        if (isChanged || !uses.has(name)) uses.set(name, isChanged ? "changes" : "stays")
        values.set(key, value)
      }
    }
  return usesByCategory
}

/** Without those that the shape itself says. */
const listAttributes = (annotation: Annotation): ReadonlyArray<readonly [string, AttributeValue]> => {
  return Object.entries(annotation.attributes).filter(([name, value]) => !isProperty(name, value))
}
