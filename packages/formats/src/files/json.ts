/** JSON whose integers beyond 2⁵³, such as timestamps in nanoseconds, keep their digits. */
import { parse } from "lossless-json"
import { FormatError } from "../FormatError.ts"
import { checkLimit, type Limits } from "./limits.ts"
import { readText, type Source } from "./Source.ts"

/** Integers that a number cannot hold become a `bigint`. */
export const parseJson = (text: string, path: string): unknown =>
  parseWith(
    (json, restore) =>
      longInteger.test(json) ? parse(json, restore, { parseNumber }) : JSON.parse(json, restore),
    text,
    path,
  )

/** As `parseJson`, without the search for long integers. */
export const parseShortJson = (text: string, path: string): unknown =>
  parseWith((json, restore) => JSON.parse(json, restore), text, path)

type Restore = (key: string, value: unknown) => unknown

/**
 * Python writes `NaN` and `Infinity`, which are not JSON. They are numbers that are not finite, never null: a reader that takes a default for an
 * absent value counts or refuses these.
 */
const parseWith = (
  read: (text: string, restore?: Restore) => unknown,
  text: string,
  path: string,
): unknown => {
  try {
    return read(text)
  } catch (cause) {
    const marked = markNonNumbers(text)
    if (marked !== text) return parseWith((json) => read(json, restoreNonNumber), marked, path)
    throw new FormatError(path, `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** No text of a dataset begins with it: a private character. */
const nonNumber = "\u{F8FE}number:"

const restoreNonNumber: Restore = (_, value) =>
  typeof value === "string" && value.startsWith(nonNumber) ? Number(value.slice(nonNumber.length)) : value

const longInteger = /\d{16}/

/** Words in texts stay, and so do keys, which are not JSON. A pattern of whole texts would overflow the stack at the text of a large picture. */
const markNonNumbers = (text: string): string => {
  if (!/\b(?:NaN|Infinity)\b/.test(text)) return text
  const parts: Array<string> = []
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('"', at)
    const outside = text.slice(at, start < 0 ? text.length : start)
    parts.push(outside.replace(/-?\b(?:NaN|Infinity)\b(?!\s*:)/g, `"${nonNumber}$&"`))
    if (start < 0) break
    at = Math.min(findTextEnd(text, start) + 1, text.length)
    parts.push(text.slice(start, at))
  }
  return parts.join("")
}

const parseNumber = (digits: string): number | bigint => {
  const value = Number(digits)
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(digits) ? value : BigInt(digits)
}

export const readJsonFile = async (from: Source, path: string): Promise<unknown> => {
  const text = await readText(from, path)
  checkJson(text, from.limits, path)
  return parseJson(text, path)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Checks the number of values and their nesting before the parser makes values of the text. A short text is within every limit. */
export const checkJson = (text: string, limits: Limits, path: string): void => {
  if (text.length <= 2 * Math.min(limits.depth, limits.values)) return
  let [depth, deepest, values] = [0, 0, 1]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = findTextEnd(text, at)
    else if (code === comma) values += 1
    else if (code === openList || code === openObject) {
      values += 1
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (code === closeList || code === closeObject) depth -= 1
  }
  checkLimit(limits, "depth", deepest, path, "the nesting of its lists and objects")
  checkLimit(limits, "values", values, path, "the number of its JSON values")
}

/** The place of the quote that ends the text which begins at a quote; the end of the document without one. */
const findTextEnd = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** As `JSON.stringify`; a `bigint` becomes its digits. */
export const printJson = (value: unknown): string => {
  try {
    // Without a function for each member it is several times as fast. It fails for a `bigint`.
    return JSON.stringify(value)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
  }
  const long: Array<bigint> = []
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "bigint") return member
    long.push(member)
    return `${mark}${long.length - 1}`
  })
  return long.length === 0 ? text : text.replace(marked, (_, index: string) => String(long[Number(index)]))
}

/** No text of a dataset has it: a private character. */
const mark = "\u{F8FF}long:"
const marked = new RegExp(`"${mark}(\\d+)"`, "g")

/** A timestamp as text: digits of a number, or the text itself. Null for anything else. */
export const formatTimestamp = (value: unknown): string | null =>
  typeof value === "string"
    ? value
    : typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))
      ? String(value)
      : null

/** The digits of a timestamp as a JSON number; text that is no decimal number stays text. */
export const parseTimestamp = (text: string): string | number | bigint => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text
  if (text.includes(".")) return String(Number(text)) === text ? Number(text) : text
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}
