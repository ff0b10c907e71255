/** JSON whose integers beyond 2⁵³, such as timestamps in nanoseconds, keep their digits. */
import { parse } from "lossless-json"
import { FormatError } from "../FormatError.ts"
import { type Source, textFile } from "./Source.ts"

/** Integers that a number cannot hold become a `bigint`. */
export const parseJson = (text: string, path: string): unknown => {
  try {
    return longInteger.test(text) ? parse(text, null, { parseNumber }) : JSON.parse(text)
  } catch (cause) {
    throw new FormatError(path, `is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

const longInteger = /\d{16}/

const parseNumber = (digits: string): number | bigint => {
  const value = Number(digits)
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(digits) ? value : BigInt(digits)
}

export const jsonFile = async (from: Source, path: string): Promise<unknown> =>
  parseJson(await textFile(from, path), path)

/** As `JSON.stringify`; a `bigint` becomes its digits. */
export const printJson = (value: unknown): string => {
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
export const timestampText = (value: unknown): string | null =>
  typeof value === "string"
    ? value
    : typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))
      ? String(value)
      : null

/** The digits of a timestamp as a JSON number; text that is no decimal number stays text. */
export const timestampValue = (text: string): string | number | bigint => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text
  if (text.includes(".")) return String(Number(text)) === text ? Number(text) : text
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}
