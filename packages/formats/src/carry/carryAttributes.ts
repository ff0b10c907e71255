/** Reduces attributes of annotations and frames to the types of values that a format has. */
import type { Attributes } from "../model/Scene.ts"
import type { Abilities } from "./Abilities.ts"
import type { Definitions } from "./Carrying.ts"
import type { Losses } from "./Losses.ts"

export const carryAttributes = (
  attributes: Attributes,
  able: Abilities["attributes"],
  kind: "attributes" | "frame-attributes",
  losses: Losses,
  place: string,
  definitions?: Definitions,
  named: ReadonlyArray<string> = [],
): Attributes => {
  if (able === "typed" || isEmpty(attributes)) return attributes
  const names = Object.keys(attributes)
  if (able === "none") {
    const supportedNames = names.filter((name) => named.includes(name))
    losses.add(kind, place, names.length - supportedNames.length)
    return Object.fromEntries(supportedNames.map((name) => [name, attributes[name] ?? null]))
  }
  return Object.fromEntries(
    names.map((name) => {
      const value = attributes[name]
      if (named.includes(name)) return [name, value ?? null]
      const defined = able === "defined" ? definitions?.get(name) : undefined
      if (defined === "number" && typeof value === "number") return [name, value]
      if (defined === "checkbox" && typeof value === "boolean") return [name, value]
      if (typeof value !== "string") losses.add("attribute-as-text", place)
      return [name, formatAttribute(value ?? null)]
    }),
  )
}

const isEmpty = (attributes: Attributes): boolean => {
  for (const name in attributes) if (Object.hasOwn(attributes, name)) return false
  return true
}

/** As text: several values are joined by a comma, and null is empty. */
export const formatAttribute = (value: Attributes[string]): string =>
  value === null ? "" : Array.isArray(value) ? value.join(",") : String(value)
