/** Whether a value is one of a schema of the OpenAPI document, as far as examples need it. */
import { resolved, type Schema } from "./badBodies.ts"

/** What is wrong with the example, by the schema's required fields, types and choices. */
export const badExample = (schema: Schema, value: unknown, at = ""): string | undefined => {
  const choices = resolved(schema)
  if (choices.anyOf !== undefined) {
    const found = choices.anyOf.map((one) => badExample(one, value, at))
    return found.includes(undefined) ? undefined : found[0]
  }
  if (choices.enum !== undefined) return choices.enum.includes(value) ? undefined : `${at}: no such value`
  if (Array.isArray(value)) {
    if (choices.type !== undefined && choices.type !== "array") return `${at}: an array`
    return value
      .map((item, index) => badExample(choices.items ?? {}, item, `${at}/${index}`))
      .find((one) => one !== undefined)
  }
  if (typeof value === "object" && value !== null) {
    const missing = choices.required?.find((key) => !Object.hasOwn(value, key))
    if (missing !== undefined) return `${at}/${missing}: missing`
    return Object.entries(value)
      .map(([key, item]) => badExample(choices.properties?.[key] ?? {}, item, `${at}/${key}`))
      .find((one) => one !== undefined)
  }
  const type = value === null ? "null" : typeof value
  const fits =
    choices.type === undefined || choices.type === type || (choices.type === "integer" && type === "number")
  return fits ? undefined : `${at}: ${type} for ${choices.type}`
}
