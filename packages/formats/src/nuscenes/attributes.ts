/** Attributes as names with their value: `vehicle.moving`. */
import type { Attributes } from "../model/Scene.ts"

export const visibilities = [
  { token: "1", level: "v0-40", description: "visibility of whole object is between 0 and 40%" },
  { token: "2", level: "v40-60", description: "visibility of whole object is between 40 and 60%" },
  { token: "3", level: "v60-80", description: "visibility of whole object is between 60 and 80%" },
  { token: "4", level: "v80-100", description: "visibility of whole object is between 80 and 100%" },
] as const

/** The token of a level of visibility; empty for anything else. */
export const toVisibility = (level: Attributes[string]): string =>
  visibilities.find((one) => one.level === level)?.token ?? ""

/** The first dot separates: dots of the name are escaped. */
export const toAttributeName = (name: string, value: string): string =>
  `${name.replaceAll("%", "%25").replaceAll(".", "%2E")}.${value}`

/** A name without a dot is an attribute that is true. */
export const readAttribute = (text: string): readonly [string, string | boolean] => {
  const dot = text.indexOf(".")
  if (dot < 0) return [text, true]
  return [text.slice(0, dot).replaceAll("%2E", ".").replaceAll("%25", "%"), text.slice(dot + 1)]
}
