/** Skeletons of categories in files that name joints and define none: the joints in the order in which objects have them, without edges. */
import type { Category } from "./Dataset.ts"

/** `joints`: names by the names of categories. */
export const withSkeletons = (
  categories: ReadonlyArray<Category>,
  joints: ReadonlyMap<string, ReadonlyArray<string>>,
): ReadonlyArray<Category> =>
  categories.map((category) => {
    const names = joints.get(category.name)
    if (names === undefined) return category
    return { ...category, skeleton: { joints: names.map((name) => ({ name })), edges: [], flip: [] } }
  })
