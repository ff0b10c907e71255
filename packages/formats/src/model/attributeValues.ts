/** Values that attributes of labels can have. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Attributes, AttributeValue } from "./Scene.ts"

/** Texts, finite numbers, truth values, null and lists of texts; anything else has no value in a label. */
export const isAttributeValue = (value: unknown): value is AttributeValue =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (Array.isArray(value) && value.every((item) => typeof item === "string"))

/** Whether every number in a value of JSON is finite: `NaN` of Python is not. */
export const isFiniteJson = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isFiniteJson)

/** The members of an object as attributes; empty where it is absent. Values that no attribute can have are counted. */
export const readAttributeValues = (node: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  if (!node.isPresent) return attributes
  for (const [name, value] of Object.entries(node.object()))
    if (isAttributeValue(value)) attributes[name] = value
    else losses.add("attribute-value", node.at(name).place)
  return attributes
}

/** Some members of an object as attributes, where they are present. Values that no attribute can have are counted. */
export const readMembers = (node: Node, names: ReadonlyArray<string>, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  for (const name of names) {
    const member = node.at(name)
    if (!member.isPresent) continue
    if (isAttributeValue(member.value)) attributes[name] = member.value
    else losses.add("attribute-value", member.place)
  }
  return attributes
}
