/** Attributes in the fields that Labelme has for them: `flags`, `group_id`, `description`, and `attributes` for the rest. */
import type { Node } from "../files/Node.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"

const isTruth = ([, value]: readonly [string, AttributeValue]) => typeof value === "boolean"

/** Of a shape, or of an image, which has `flags` alone. */
export const flagsOf = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(isTruth))

export const groupOf = ({ group_id }: Attributes): number | null =>
  typeof group_id === "number" && Number.isSafeInteger(group_id) ? group_id : null

export const descriptionOf = ({ description }: Attributes): string =>
  typeof description === "string" ? description : ""

/** What no other field of a shape has; undefined when nothing is left. */
export const restOfShape = (attributes: Attributes): Attributes | undefined =>
  rest(attributes, (name) => {
    if (name === "group_id") return groupOf(attributes) !== null
    return name === "description" && descriptionOf(attributes) !== ""
  })

export const restOfImage = (attributes: Attributes): Attributes | undefined => rest(attributes, () => false)

const rest = (attributes: Attributes, hasField: (name: string) => boolean): Attributes | undefined => {
  const entries = Object.entries(attributes).filter((entry) => !isTruth(entry) && !hasField(entry[0]))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Of a shape, or of an image. */
export const readFields = (node: Node): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  node.at("group_id").or(undefined, (group) => {
    attributes.group_id = group.whole()
  })
  node.at("description").or(undefined, (description) => {
    if (description.text() !== "") attributes.description = description.text()
  })
  node.at("flags").or(undefined, (flags) => {
    for (const name of flags.keys()) attributes[name] = flags.at(name).truth()
  })
  const more = node.at("attributes").or({}, (found) => {
    for (const name of found.keys()) checkValue(found.at(name))
    // The values were checked.
    return found.object() as Attributes
  })
  return { ...attributes, ...more }
}

const checkValue = (node: Node): void => {
  const { value } = node
  if (value === null || typeof value === "string" || typeof value === "boolean") return
  if (Array.isArray(value)) node.items().map((item) => item.text())
  else node.number()
}
