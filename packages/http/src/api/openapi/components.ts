/** Components of the OpenAPI document: repeated schemas become references, and unused components are removed. */
import type * as OpenApi from "@effect/platform/OpenApi"

type Schemas = OpenApi.OpenAPIComponents["schemas"]

/**
 * Replaces every part of the value that equals a component by a reference to it. Cast: a schema may be a reference
 * wherever it may be spelled out.
 */
export const replaceByReferences = <A>(value: A, schemas: Schemas): A => {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  return replaceValue(value, names) as A
}

const replaceValue = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => replaceValue(item, names))
  const name = names.get(JSON.stringify(value))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceValue(member, names)]))
}

/** The components that the value references, directly or through other components. */
export const filterReferenced = (value: unknown, schemas: Schemas): Schemas => {
  const names = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      if (schemas[name] !== undefined) visit(schemas[name])
    }
  }
  visit(value)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

/**
 * Removes the `$id`s that Effect gives to schemas of any value: these addresses do not exist. Cast: both removed members
 * are optional.
 */
export const removeIds = <A>(value: A): A => removeIdsFrom(value) as A

const removeIdsFrom = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(removeIdsFrom)
  const members = Object.entries(value)
  const isNamed = "$id" in value && typeof value.$id === "string"
  const named = isNamed ? members.filter(([key]) => key !== "$id" && key !== "title") : members
  return Object.fromEntries(named.map(([key, member]) => [key, removeIdsFrom(member)]))
}
