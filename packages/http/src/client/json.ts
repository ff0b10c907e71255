/** JSON as text, for numbers that JavaScript would round: inserted into requests and extracted from responses. */
import {
  castToJsonText,
  findValueEnd,
  isArrayAt,
  isObjectAt,
  type JsonText,
  Raw,
  visitItems,
  visitMembers,
} from "@annotary/core/effect"

/** Wraps JSON text to be sent as it is, in place of a value. Throws a SyntaxError for invalid JSON. */
export const exactJson = (text: string): Raw => {
  JSON.parse(text)
  return new Raw(castToJsonText(text))
}

/** Extracts the text at a path of keys and indexes, with exact digits: `memberText(text, 0, "attributes")`. */
export const memberText = (text: JsonText, ...path: ReadonlyArray<string | number>): JsonText | undefined => {
  let at = text.search(/\S/)
  for (const step of path) {
    const next = typeof step === "number" ? findItem(text, at, step) : findMember(text, at, step)
    if (next === undefined) return undefined
    at = next
  }
  return castToJsonText(text.slice(at, findValueEnd(text, at)))
}

const findMember = (text: string, start: number, searchedKey: string): number | undefined => {
  if (!isObjectAt(text, start)) return undefined
  let position: number | undefined
  visitMembers(text, start, (key, value) => {
    if (key === searchedKey) position = value
    return findValueEnd(text, value)
  })
  return position
}

const findItem = (text: string, start: number, searchedIndex: number): number | undefined => {
  if (!isArrayAt(text, start)) return undefined
  let position: number | undefined
  let index = 0
  visitItems(text, start, (item) => {
    if (index === searchedIndex) position = item
    index += 1
    return findValueEnd(text, item)
  })
  return position
}
