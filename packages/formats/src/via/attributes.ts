/** Attributes of VIA, and which of them is the category of a region. */
import type { Losses } from "../carry/Losses.ts"
import { lookup } from "../files/lookup.ts"
import type { Node } from "../files/Node.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"
import type { ViaDefinition, ViaDefinitions, ViaImage } from "./ViaImage.ts"

/** The checked options of a checkbox are a list of their names. */
export const readAttributes = (node: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  if (!node.isPresent) return attributes
  for (const name of node.keys()) {
    const { place, value } = node.at(name)
    const checked = readChecked(value)
    if (checked !== undefined) attributes[name] = checked
    else if (isAttributeValue(value)) attributes[name] = value
    else losses.add("attribute-value", place)
  }
  return attributes
}

const readChecked = (value: unknown): ReadonlyArray<string> | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  const options = Object.entries(value)
  return options.every(([, isChecked]) => typeof isChecked === "boolean")
    ? options.filter(([, isChecked]) => isChecked === true).map(([option]) => option)
    : undefined
}

/** As VIA has them: a list as the options of a checkbox. */
export const printAttributes = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      Array.isArray(value) ? Object.fromEntries(value.map((option) => [option, true])) : value,
    ]),
  )

/** `_via_attributes` of a project, or a file of exported attributes. */
export const readDefinitions = (node: Node): ViaDefinitions =>
  new Map(
    node
      .at("region")
      .or([], (region) => region.keys().map((name) => [name, readDefinition(region.at(name))] as const)),
  )

const readDefinition = (node: Node): ViaDefinition => ({
  isChoice: ["dropdown", "radio"].includes(node.at("type").or("", (type) => type.text())),
  values: node.at("options").or([], (options) => options.keys()),
})

/** The names that tools give the attribute of the category, the likeliest first. The first one is written. */
const categoryNames = [
  "class",
  "label",
  "category",
  "class_name",
  "label_id",
  "classname",
  "name",
  "type",
  "object",
  "species",
]

/**
 * The attribute of regions that is the category: one that is called so, or the only one, or the first one that is chosen from a list. Undefined
 * where regions have none.
 */
export const chooseCategory = (
  definitions: ViaDefinitions,
  images: ReadonlyArray<ViaImage>,
): string | undefined => {
  const names = new Set(definitions.keys())
  const others = new Set<string>()
  for (const { regions } of images)
    for (const { attributes } of regions)
      for (const [name, value] of Object.entries(attributes)) {
        names.add(name)
        if (Array.isArray(value) || typeof value === "boolean") others.add(name)
      }
  const usual = categoryNames
    .map((name) => [...names].find((own) => own.toLowerCase() === name))
    .find((name) => name !== undefined && !others.has(name))
  if (usual !== undefined) return usual
  const [only, ...more] = names
  if (only !== undefined && more.length === 0 && !others.has(only)) return only
  return [...definitions].find(([, { isChoice }]) => isChoice)?.[0]
}

export const writtenCategory = "class"

/** The category of regions that have none. */
export const noCategory = "region"

/** The name of the category, and the attributes that are left. */
export const splitCategory = (attributes: Attributes, key: string | undefined) => {
  const value = key === undefined ? undefined : lookup(attributes, key)
  const isName = (typeof value === "string" && value !== "") || typeof value === "number"
  if (!isName || key === undefined) return { category: undefined, attributes }
  const { [key]: _, ...rest } = attributes
  return { category: String(value), attributes: rest }
}
