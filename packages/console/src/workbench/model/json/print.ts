/** Prints JSON that {@link parse} read: unedited parts with the bytes they had, edited parts without spaces. */
import { getSource } from "./parse.ts"
import { isArray, type Json, NumberText } from "./value.ts"

/** The text of a value. */
export const print = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (value instanceof NumberText) return value.text
  const source = getSource(value)
  if (source !== undefined) return source
  if (isArray(value)) return `[${value.map(print).join(",")}]`
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${print(value[key] ?? null)}`)
  return `{${members.join(",")}}`
}
