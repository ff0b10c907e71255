/** Attributes as `boolean`, `num`, `text` and `vec`, and back. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"

export type AttributeLists = { readonly [type in "boolean" | "num" | "text" | "vec"]?: ReadonlyArray<object> }

/** Empty objects for no attributes: spread the result where `attributes` belongs. */
export const printAttributes = (attributes: Attributes): { readonly attributes?: AttributeLists } => {
  const lists: Record<string, Array<object>> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const [type, entry] = toEntry(value ?? null)
    lists[type] = [...(lists[type] ?? []), { name, ...entry }]
  }
  return Object.keys(lists).length === 0 ? {} : { attributes: lists }
}

/** OpenLABEL has no null: an empty text with a mark is one. */
const toEntry = (value: AttributeValue): readonly [string, object] => {
  if (value === null) return ["text", { val: "", is_null: true }]
  if (typeof value === "boolean") return ["boolean", { val: value }]
  if (typeof value === "number") return ["num", { val: value }]
  return [typeof value === "string" ? "text" : "vec", { val: value }]
}

const types = ["boolean", "num", "text", "vec"] as const

/** Of `attributes`, or of the lists of an object's data. Numbers in a `vec` become text. */
export const readAttributes = (lists: Node, losses: Losses): Attributes =>
  lists.or({}, (found) => {
    const attributes: Array<readonly [string, AttributeValue]> = []
    for (const type of types)
      for (const entry of found.at(type).or([], (list) => list.items())) {
        const name = entry.at("name").or(type, (one) => one.text())
        attributes.push([name, read(entry, type, losses)])
      }
    return Object.fromEntries(attributes)
  })

const read = (entry: Node, type: (typeof types)[number], losses: Losses): AttributeValue => {
  const value = entry.at("val")
  if (type === "boolean") return value.truth()
  if (type === "num") return value.number()
  if (type === "text") return entry.at("is_null").value === true ? null : value.text()
  return value.items().map((one) => {
    if (typeof one.value === "string") return one.value
    losses.add("attribute-as-text", entry.place)
    return String(one.number())
  })
}
