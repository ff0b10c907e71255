/** Fits the attributes of an object to another category: values that the category offers stay, and it adds its defaults. */
import { isArray, type Json, type JsonObject } from "../../json/value.ts"
import { type Attribute, type Category, makeInitialAttributes } from "./configuration.ts"
import { findProblem, isSet } from "./problem.ts"

/** A value that another category has no attribute for, or does not offer. */
export interface LostValue {
  readonly name: string
  readonly value: Json
}

export interface FittedAttributes {
  readonly attributes: JsonObject
  readonly lost: ReadonlyArray<LostValue>
}

/** Attributes that the category declares for other sensors, or that this page does not edit, stay as they are. */
export const fitAttributes = (
  attributes: JsonObject,
  { attributes: declared, otherAttributes }: Category,
): FittedAttributes => {
  const byName = new Map(declared.map((attribute) => [attribute.name, attribute]))
  const lost: Array<LostValue> = []
  const fitting = Object.entries(attributes).flatMap(
    ([name, value]): ReadonlyArray<readonly [string, Json]> => {
      if (otherAttributes.has(name)) return [[name, value]]
      const attribute = byName.get(name)
      const rest = attribute === undefined ? undefined : selectFitting(attribute, value)
      if (rest !== value && isSet(value)) lost.push({ name, value })
      return rest === undefined ? [] : [[name, rest]]
    },
  )
  const initial = makeInitialAttributes(
    declared.filter(({ name }) => !fitting.some(([fits]) => fits === name)),
  )
  return { attributes: { ...Object.fromEntries(fitting), ...initial }, lost }
}

/** The value as far as the attribute offers it; undefined where nothing of it remains. */
const selectFitting = (attribute: Attribute, value: Json): Json | undefined => {
  if (!isSet(value) || findProblem(attribute, value) === undefined) return value
  if (attribute.inputType !== "multiselect" || !isArray(value)) return undefined
  const offered = value.filter((one) => typeof one === "string" && attribute.values.includes(one))
  return offered.length === 0 ? undefined : offered
}
