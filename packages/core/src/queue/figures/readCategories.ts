import type { Dataset } from "../../domain/Dataset.ts"
import { parseJson } from "../../domain/JsonText.ts"

/** The names of the categories of a configuration by id, as far as they can be read. */
export const readCategories = ({
  taskAttributes,
}: Pick<Dataset, "taskAttributes">): ReadonlyMap<number, string> => {
  const { categories }: { readonly categories?: unknown } = Object(parseJson(taskAttributes))
  const names = new Map<number, string>()
  for (const category of Array.isArray(categories) ? categories : []) {
    const { id, name }: { readonly id?: unknown; readonly name?: unknown } = Object(category)
    if (typeof id === "number" && typeof name === "string") names.set(id, name)
  }
  return names
}
