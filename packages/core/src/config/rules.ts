/** The rules of a label-editor configuration beyond the shape of its tables. */
import type { Configuration, ConfiguredCategory, WarningRule } from "../domain/Configuration.ts"
import type { Violation } from "../domain/errors.ts"
import { attributeRules } from "./attributeRules.ts"
import { duplicates } from "./duplicates.ts"

type Category = typeof ConfiguredCategory.Type
type Rule = typeof WarningRule.Type

/** Every violation, in the order of the configuration. */
export const rules = (configuration: Configuration): ReadonlyArray<Violation> => {
  const ids = new Set(configuration.categories.map(({ id }) => id))
  return [
    ...categoryRules(configuration.categories),
    ...attributeRules("/image_attributes", configuration.image_attributes),
    ...((configuration.circle_radius ?? 0) < 0
      ? [{ pointer: "/circle_radius", message: "must be at least 0" }]
      : []),
    ...(configuration.warning_rules ?? []).flatMap((rule, index) =>
      warningRule(`/warning_rules/${index}`, rule, ids),
    ),
  ]
}

const categoryRules = (categories: ReadonlyArray<Category>): ReadonlyArray<Violation> => {
  const unique = (key: "id" | "name") =>
    duplicates(categories, (category) => category[key]).map((index) => ({
      pointer: `/categories/${index}/${key}`,
      message: "must be unique among the categories",
    }))
  return [...unique("id"), ...unique("name"), ...categories.flatMap(categoryRule)]
}

const categoryRule = (category: Category, index: number): ReadonlyArray<Violation> => {
  const pointer = `/categories/${index}`
  return [
    ...(category.id < 0 ? [{ pointer: `${pointer}/id`, message: "must be at least 0" }] : []),
    ...colorRule(`${pointer}/color`, category.color),
    ...attributeRules(`${pointer}/attributes`, category.attributes),
    ...attributeRules(`${pointer}/link_attributes`, category.link_attributes),
  ]
}

const colorRule = (pointer: string, color: Category["color"]): ReadonlyArray<Violation> => {
  if (color === null || color === undefined) return []
  const sound = (color.length === 3 || color.length === 4) && color.every((part) => part >= 0 && part <= 255)
  return sound ? [] : [{ pointer, message: "must be 3 or 4 numbers from 0 to 255" }]
}

const warningRule = (pointer: string, rule: Rule, ids: ReadonlySet<number>): ReadonlyArray<Violation> => {
  const known = (key: string, list: ReadonlyArray<number> | null | undefined) =>
    (list ?? []).flatMap((id, index) =>
      ids.has(id) ? [] : [{ pointer: `${pointer}/${key}/${index}`, message: "must be the id of a category" }],
    )
  if (rule.name === "cuboid-dimension-limits")
    return [...known("categories", rule.categories), ...axisRules(pointer, rule)]
  const excluded = rule.excluded_categories ?? null
  const set = rule.excluded_set_of_categories ?? null
  return [
    ...(excluded !== null && set !== null
      ? [{ pointer, message: "must have at most one of excluded_categories and excluded_set_of_categories" }]
      : []),
    ...known("excluded_categories", excluded),
    ...known("excluded_set_of_categories", set),
  ]
}

const axisRules = (
  pointer: string,
  rule: Rule & { readonly name: "cuboid-dimension-limits" },
): ReadonlyArray<Violation> =>
  (["x", "y", "z"] as const).flatMap((axis) => {
    const min = rule.min?.[axis] ?? Number.NEGATIVE_INFINITY
    const max = rule.max?.[axis] ?? Number.POSITIVE_INFINITY
    return min > max ? [{ pointer: `${pointer}/min/${axis}`, message: "must be at most max" }] : []
  })
