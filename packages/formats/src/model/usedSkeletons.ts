/** Skeletons of categories in files that name joints and define none: the joints in the order in which objects have them, and the edges of objects. */
import type { Category, SkeletonDefinition } from "./Dataset.ts"

/** `joints`: names by the names of categories. `edges`: pairs of names, likewise. */
export const withSkeletons = (
  categories: ReadonlyArray<Category>,
  joints: ReadonlyMap<string, ReadonlyArray<string>>,
  edges: ReadonlyMap<string, SkeletonDefinition["edges"]> = new Map(),
): ReadonlyArray<Category> =>
  categories.map((category) => {
    const names = joints.get(category.name)
    if (names === undefined) return category
    const skeleton = {
      joints: names.map((name) => ({ name })),
      edges: edges.get(category.name) ?? [],
      flip: [],
    }
    return { ...category, skeleton }
  })
