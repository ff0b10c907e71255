/** The rules of a label-editor configuration beyond its structure. */
import type { WarningRule } from "../domain/Configuration.ts"
import type { Violation } from "../domain/errors.ts"
import { checkAttributes, findDuplicates, findEmptyNames } from "./attributeRules.ts"
import { isJson, type LooseCategory, type LooseConfiguration, type LooseRule, readNumber } from "./loose.ts"
import { checkQualityRule } from "./qualityRules.ts"
import { checkSkeleton } from "./skeletonRules.ts"

/** All violations in the order of the configuration. */
export const checkRules = (configuration: LooseConfiguration): ReadonlyArray<Violation> => {
  const ids = new Set(configuration.categories.map((category) => category?.id))
  return [
    ...checkCategories(configuration.categories),
    ...checkAttributes("/image_attributes", configuration.imageAttributes),
    ...((configuration.circleRadius ?? 0) < 0
      ? [{ pointer: "/circle_radius", message: "must be at least 0" }]
      : []),
    ...(configuration.warningRules ?? []).flatMap((rule, index) =>
      rule === undefined ? [] : checkWarningRule(`/warning_rules/${index}`, rule, ids),
    ),
    ...(configuration.qualityRules ?? []).flatMap((rule, index) =>
      rule === undefined ? [] : checkQualityRule(`/quality_rules/${index}`, rule, ids),
    ),
  ]
}

const checkCategories = (categories: LooseConfiguration["categories"]): ReadonlyArray<Violation> => {
  const checkUnique = (key: "id" | "name") =>
    findDuplicates(categories, (category) => category?.[key]).map((index) => ({
      pointer: `/categories/${index}/${key}`,
      message: "must be unique among the categories",
    }))
  return [
    ...checkUnique("id"),
    ...checkUnique("name"),
    ...findEmptyNames(categories, (index) => `/categories/${index}/name`),
    ...categories.flatMap((category, index) =>
      category === undefined ? [] : checkCategory(category, index),
    ),
  ]
}

const checkCategory = (category: LooseCategory, index: number): ReadonlyArray<Violation> => {
  const pointer = `/categories/${index}`
  return [
    ...((category.id ?? 0) < 0 ? [{ pointer: `${pointer}/id`, message: "must be at least 0" }] : []),
    ...checkColor(`${pointer}/color`, category.color),
    ...checkAttributes(`${pointer}/attributes`, category.attributes),
    ...checkAttributes(`${pointer}/link_attributes`, category.linkAttributes),
    ...checkSkeleton(`${pointer}/skeleton`, category.sent.skeleton),
  ]
}

const checkColor = (pointer: string, color: LooseCategory["color"]): ReadonlyArray<Violation> => {
  if (color === undefined) return []
  if (color.length !== 3 && color.length !== 4)
    return [{ pointer, message: "must be 3 or 4 numbers from 0 to 255" }]
  return color.flatMap((part = 0, index) =>
    part >= 0 && part <= 255 ? [] : [{ pointer: `${pointer}/${index}`, message: "must be from 0 to 255" }],
  )
}

/** The lists of category ids by kind of rule. Unknown kinds are structural violations. */
const listsOf: ReadonlyMap<string | undefined, ReadonlyArray<string>> = new Map(
  Object.entries({
    "intersecting-cuboids": ["excluded_categories", "excluded_set_of_categories"],
    "cuboid-dimension-limits": ["categories"],
  } satisfies { readonly [Name in (typeof WarningRule.Type)["name"]]: ReadonlyArray<string> }),
)

const checkWarningRule = (
  pointer: string,
  { categories, name, sent }: LooseRule,
  ids: ReadonlySet<number | undefined>,
): ReadonlyArray<Violation> => {
  const keys = listsOf.get(name) ?? []
  const both = keys.length > 1 && keys.every((key) => set(sent[key]))
  return [
    ...(both
      ? [{ pointer, message: "must have at most one of excluded_categories and excluded_set_of_categories" }]
      : []),
    ...keys.flatMap((key) =>
      (categories[key] ?? []).flatMap((id, index) =>
        id === undefined || ids.has(id)
          ? []
          : [{ pointer: `${pointer}/${key}/${index}`, message: "must be the id of a category" }],
      ),
    ),
    ...(name === "cuboid-dimension-limits" ? checkAxes(pointer, sent) : []),
  ]
}

const checkAxes = (pointer: string, sent: LooseRule["sent"]): ReadonlyArray<Violation> =>
  ["x", "y", "z"].flatMap((axis) => {
    const readAxis = (bound: unknown) => (isJson(bound) ? readNumber(bound[axis]) : undefined)
    const min = readAxis(sent.min) ?? Number.NEGATIVE_INFINITY
    const max = readAxis(sent.max) ?? Number.POSITIVE_INFINITY
    return min > max ? [{ pointer: `${pointer}/min/${axis}`, message: "must be at most max" }] : []
  })

const set = (value: unknown): boolean => value !== undefined && value !== null
