/** The categories of a dataset whose labels are all reviewed, as options of a form. Pure. */
import { isObject, type Json, toNumber, toObjects } from "../../workbench/editor/json/value.ts"

export interface ReviewCategory {
  readonly id: number
  readonly name: string
}

/** Reads the categories of a configuration. Those without an id or a name are left out. */
export const readReviewCategories = (configuration: unknown): ReadonlyArray<ReviewCategory> => {
  // Cast: the configuration came as JSON.
  const source = configuration as Json
  return isObject(source)
    ? toObjects(source.categories).flatMap(({ id, name }) =>
        Number.isInteger(toNumber(id)) && typeof name === "string" ? [{ id: toNumber(id), name }] : [],
      )
    : []
}

/** The options, with chosen categories that the configuration does not have any more. */
export const listOptions = (
  categories: ReadonlyArray<ReviewCategory>,
  chosen: ReadonlyArray<number>,
): ReadonlyArray<{ readonly value: string; readonly label: string }> => [
  ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ...chosen
    .filter((id) => !categories.some((category) => category.id === id))
    .map((id) => ({ value: String(id), label: String(id) })),
]
