/** Values of attributes in the form in which labels are compared. */
import type { Attributes, Scene } from "../read/Scene.ts"
import type { CompiledAttribute } from "./Compiled.ts"
import { getOwnValue, isApplicable, isFilledIn } from "./subjects.ts"
import { toComparable, toNumber } from "./values.ts"

/** The part of an attribute of a configuration that decides which of its values are equal. */
export type ComparedAttribute = Pick<CompiledAttribute, "inputType" | "name" | "sensors">

/** The value of an attribute that is not filled in. */
export const notFilledIn = ""

/**
 * Reads an attribute of an object or image in the form in which labels are compared: two values are equal exactly when the results are. Undefined
 * for an attribute of other sensors.
 */
export const readAttributeValue = (
  attribute: ComparedAttribute,
  kind: Scene["kind"],
  values: Attributes,
): string | number | undefined => (isApplicable(attribute, kind) ? toUnitValue(attribute, values) : undefined)

/** A number, or text: that of JSON for all values but texts. The order of several chosen values does not matter. */
const toUnitValue = (attribute: ComparedAttribute, values: Attributes): string | number => {
  const value = getOwnValue(values, attribute.name)
  if (!isFilledIn(value)) return notFilledIn
  if (typeof value === "string" && attribute.inputType !== "number") return value
  if (attribute.inputType === "number") {
    const number = toNumber(value)
    return Number.isFinite(number) ? number : toComparable(attribute, value)
  }
  return toComparable(attribute, Array.isArray(value) ? value.toSorted() : value)
}
