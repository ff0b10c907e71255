/** JSON as text, for numbers that JavaScript would round: put into a request, and cut out of an answer. */
import {
  eachItem,
  eachMember,
  isArrayAt,
  isObjectAt,
  type JsonText,
  Raw,
  trustedJson,
  valueEnd,
} from "@annotary/core/effect"

/** JSON text in the place of a value: it is sent as it is. Throws a SyntaxError when it is none. */
export const exactJson = (text: string): Raw => {
  JSON.parse(text)
  return new Raw(trustedJson(text))
}

/** The text of what stands at a path of keys and places, digit for digit: `memberText(text, 0, "attributes")`. */
export const memberText = (text: JsonText, ...path: ReadonlyArray<string | number>): JsonText | undefined => {
  let at = text.search(/\S/)
  for (const step of path) {
    const next = typeof step === "number" ? itemAt(text, at, step) : memberAt(text, at, step)
    if (next === undefined) return undefined
    at = next
  }
  return trustedJson(text.slice(at, valueEnd(text, at)))
}

const memberAt = (text: string, start: number, wanted: string): number | undefined => {
  if (!isObjectAt(text, start)) return undefined
  let found: number | undefined
  eachMember(text, start, (key, value) => {
    if (key === wanted) found = value
    return valueEnd(text, value)
  })
  return found
}

const itemAt = (text: string, start: number, wanted: number): number | undefined => {
  if (!isArrayAt(text, start)) return undefined
  let found: number | undefined
  let index = 0
  eachItem(text, start, (item) => {
    if (index === wanted) found = item
    index += 1
    return valueEnd(text, item)
  })
  return found
}
