/** Values of attributes in the form in which they are compared. */
import type { CompiledAttribute } from "../../warnings/rules/Compiled.ts"
import { getOwnValue, isApplicable, isFilledIn } from "../../warnings/rules/subjects.ts"
import { toComparable, toNumber } from "../../warnings/rules/values.ts"
import type { ComparableScene } from "./ComparableObject.ts"

/** The value of an attribute that is not filled in. */
export const notFilledIn = ""

/** Undefined for an attribute of other sensors. */
export const readValue = (
  attribute: CompiledAttribute,
  kind: ComparableScene["kind"],
  values: ComparableScene["imageAttributes"],
): string | number | undefined => (isApplicable(attribute, kind) ? toUnitValue(attribute, values) : undefined)

/** Undefined for an attribute of other sensors, and without a scene. */
export const readImageValue = (
  attribute: CompiledAttribute,
  scene: ComparableScene | undefined,
): string | number | undefined => scene && readValue(attribute, scene.kind, scene.imageAttributes)

/** A number, or text: that of JSON for all values but texts. The order of several chosen values does not matter. */
const toUnitValue = (
  attribute: CompiledAttribute,
  values: { readonly [name: string]: unknown },
): string | number => {
  const value = getOwnValue(values, attribute.name)
  if (!isFilledIn(value)) return notFilledIn
  if (typeof value === "string" && attribute.inputType !== "number") return value
  if (attribute.inputType === "number") {
    const number = toNumber(value)
    return Number.isFinite(number) ? number : toComparable(attribute, value)
  }
  return toComparable(attribute, Array.isArray(value) ? value.toSorted() : value)
}
