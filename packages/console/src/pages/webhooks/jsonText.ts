/** JSON as text: a member of an object, and the same text in lines. Digits are never touched. Pure. */
import { parse, print } from "../../workbench/editor/json/parse.ts"
import { isArray, isObject, type Json } from "../../workbench/editor/json/value.ts"

/** The text of a member of the outermost object; null without one. */
export const readMemberText = (text: string, key: string): string | null => {
  const value = parse(text)
  return isObject(value) && Object.hasOwn(value, key) ? print(value[key] ?? null) : null
}

/** The text with one member or element in a line. */
export const formatIndented = (text: string): string => formatValue(parse(text), "\n")

/** `line` begins the line of the value. */
const formatValue = (value: Json, line: string): string => {
  const inner = `${line}  `
  if (isArray(value))
    return wrapItems(
      "[]",
      line,
      value.map((item) => formatValue(item, inner)),
    )
  if (!isObject(value)) return print(value)
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${formatValue(item, inner)}`,
  )
  return wrapItems("{}", line, members)
}

const wrapItems = (brackets: "[]" | "{}", line: string, items: ReadonlyArray<string>): string =>
  items.length === 0
    ? brackets
    : `${brackets[0]}${items.map((item) => `${line}  ${item}`).join(",")}${line}${brackets[1]}`
