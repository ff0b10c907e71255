/** Which categories are exported, and under which names. */
import type { Category, Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"

export interface CategoryPlan {
  /** Names to keep; all without it. */
  readonly only?: ReadonlyArray<string>
  /** New names by name. Categories with the same new name become one. */
  readonly rename?: Readonly<Record<string, string>>
}

export interface PlannedCategories {
  readonly dataset: Dataset
  readonly scene: (scene: Scene) => Scene
}

/** Fails when the plan names a category that the dataset does not have. */
export const planCategories = (dataset: Dataset, { only, rename = {} }: CategoryPlan): PlannedCategories => {
  const names = new Set(dataset.categories.map(({ name }) => name))
  for (const name of [...(only ?? []), ...Object.keys(rename)])
    if (!names.has(name)) throw new Error(`The dataset has no category ${JSON.stringify(name)}.`)
  const chosen = new Map<string, Category>()
  const ids = new Map<number, number>()
  for (const category of dataset.categories) {
    if (only !== undefined && !only.includes(category.name)) continue
    const name = Object.hasOwn(rename, category.name)
      ? (rename[category.name] ?? category.name)
      : category.name
    const target = chosen.get(name) ?? { ...category, name }
    chosen.set(name, target)
    ids.set(category.id, target.id)
  }
  const isSame = ids.size === dataset.categories.length && [...ids].every(([from, to]) => from === to)
  const areKnown = ({ frames }: Scene) =>
    frames.every(({ annotations }) => annotations.every(({ categoryId }) => ids.has(categoryId)))
  const withPlan = (scene: Scene): Scene => ({
    ...scene,
    frames: scene.frames.map((frame) => {
      const annotations = frame.annotations.flatMap((annotation) => {
        const categoryId = ids.get(annotation.categoryId)
        return categoryId === undefined ? [] : [{ ...annotation, categoryId }]
      })
      return annotations.length === frame.annotations.length
        ? { ...frame, annotations }
        : { ...frame, annotations, ...narrowBitmap(annotations, frame) }
    }),
  })
  return {
    dataset: { ...dataset, categories: [...chosen.values()] },
    scene: (scene) => (isSame && areKnown(scene) ? scene : withPlan(scene)),
  }
}

/** Pixels and points of annotations that are left out become empty. */
const narrowBitmap = (
  annotations: ReadonlyArray<{ readonly id: number }>,
  { bitmap, pointAnnotations }: Scene["frames"][number],
) => {
  const ids = new Set(annotations.map(({ id }) => id))
  const keepId = (id: number) => (ids.has(id) ? id : 0)
  return {
    bitmap: bitmap && {
      url: null,
      load: async () => {
        const loaded = await bitmap.load()
        return { ...loaded, ids: loaded.ids.map(keepId) }
      },
    },
    pointAnnotations: pointAnnotations?.map(keepId) ?? null,
  }
}
