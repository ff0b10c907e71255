/** Attributes in the fields that Labelme has for them: `flags`, `group_id`, `description`, and `attributes` for the rest. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"

const isTruth = ([, value]: readonly [string, AttributeValue]) => typeof value === "boolean"

/** Of a shape, or of an image, which has `flags` alone. */
export const getFlags = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(isTruth))

export const getGroup = ({ group_id }: Attributes): number | null =>
  typeof group_id === "number" && Number.isSafeInteger(group_id) ? group_id : null

export const getDescription = ({ description }: Attributes): string =>
  typeof description === "string" ? description : ""

/** Returns what no other field of a shape has; undefined when nothing is left. */
export const getShapeRest = (attributes: Attributes): Attributes | undefined =>
  omitFields(attributes, (name) => {
    if (name === "group_id") return getGroup(attributes) !== null
    return name === "description" && getDescription(attributes) !== ""
  })

export const getImageRest = (attributes: Attributes): Attributes | undefined =>
  omitFields(attributes, () => false)

const omitFields = (attributes: Attributes, hasField: (name: string) => boolean): Attributes | undefined => {
  const entries = Object.entries(attributes).filter((entry) => !isTruth(entry) && !hasField(entry[0]))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Fields of a shape and of a file that have a dedicated place, and those that older versions had for drawing. */
const knownFields: ReadonlySet<string> = new Set(
  (
    "label points shape_type skeleton mask flags attributes group_id description direction line_color fill_color " +
    "version shapes imagePath imageData imageHeight imageWidth lineColor fillColor segmentation"
  ).split(" "),
)

/**
 * Of a shape, or of an image. Fields that Labelme does not have, such as the `score` and `difficult` of X-AnyLabeling, become attributes
 * where their value can be one, and are counted otherwise; false and empty ones say nothing.
 */
export const readFields = (node: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  const add = (name: string, field: Node) => {
    if (isAttributeValue(field.value)) attributes[name] = field.value
    else losses.add("attribute-value", field.place)
  }
  for (const key of node.keys()) {
    const field = node.at(key)
    if (!knownFields.has(key) && !isNothing(field.value)) addField(key, field, attributes, losses)
  }
  const [group, description] = [node.at("group_id"), node.at("description")]
  if (group.isPresent) add("group_id", group)
  if (description.isPresent && description.value !== "") add("description", description)
  for (const members of [node.at("flags"), node.at("attributes")])
    members.or(undefined, (found) => {
      for (const name of found.keys()) add(name, found.at(name))
    })
  return attributes
}

const addField = (
  key: string,
  field: Node,
  attributes: Record<string, AttributeValue>,
  losses: Losses,
): void => {
  if (isAttributeValue(field.value)) attributes[key] = field.value
  else losses.add("unknown", field.place)
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0)
