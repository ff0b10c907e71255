/** Gives imported annotations the category ids of an existing dataset, by the names of the categories. */
import { FormatError } from "../FormatError.ts"
import type { Category, Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"

/** Fails when two categories have one name: a label would have two categories by it. */
export const checkCategoryNames = ({ categories }: Dataset): void => {
  const ids = new Map<string, number>()
  for (const { id, name } of categories) {
    const other = ids.get(name)
    if (other !== undefined)
      throw new FormatError(
        ".",
        `has the category ${JSON.stringify(name)} twice, with the ids ${other} and ${id}.`,
      )
    ids.set(name, id)
  }
}

/** Fails when a category is missing in the existing dataset, and names all that are. */
export const matchCategories = (
  imported: Dataset,
  existing: ReadonlyArray<Category>,
): ((scene: Scene) => Scene) => {
  const byName = new Map(existing.map(({ id, name }) => [name, id]))
  const missing = imported.categories.filter(({ name }) => !byName.has(name))
  if (missing.length > 0)
    throw new FormatError(
      ".",
      `has categories that the dataset does not have: ${missing.map(({ name }) => name).join(", ")}.`,
    )
  const ids = new Map(imported.categories.map(({ id, name }) => [id, byName.get(name) ?? id]))
  return (scene) => ({
    ...scene,
    frames: scene.frames.map((frame) => ({
      ...frame,
      annotations: frame.annotations.map((annotation) => ({
        ...annotation,
        categoryId: ids.get(annotation.categoryId) ?? annotation.categoryId,
      })),
    })),
  })
}
