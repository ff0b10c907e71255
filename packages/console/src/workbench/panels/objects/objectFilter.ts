/**
 * The filter of the list of objects: words that the category, the id or a value contains, and `attribute:value`. A minus before a term
 * lists the objects without it, and quotes keep spaces and colons together.
 */
import { print } from "../../editor/json/parse.ts"
import { isArray, type Json, NumberText, toNumber } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"

export interface FilterTerm {
  /** The name of an attribute; undefined for a word that may be anywhere. */
  readonly attribute: string | undefined
  /** Empty after the name of an attribute: any value of it. */
  readonly text: string
  /** Whether the objects without it are listed. */
  readonly isExcluded: boolean
}

/** The words for the values of a checkbox in the language of the page. */
export interface BooleanWords {
  readonly yes: string
  readonly no: string
}

interface FilteredObject {
  readonly annotation: Pick<Annotation, "attributes" | "key">
  /** The name of its category. */
  readonly name: string
}

/** A quote that is not closed yet reaches to the end of the text. */
const pattern = /(-?)(?:("[^"]+"|[^\s":]+):)?("[^"]*(?:"|$)|\S*)/g

export const parseFilter = (text: string): ReadonlyArray<FilterTerm> =>
  [...text.matchAll(pattern)].flatMap(([, minus, attribute, word = ""]) => {
    const value = normalize(stripQuotes(word))
    if (attribute === undefined && value === "") return []
    const name = attribute === undefined ? undefined : normalize(stripQuotes(attribute))
    return [{ attribute: name, text: value, isExcluded: minus === "-" }]
  })

const stripQuotes = (text: string): string => text.replace(/^"|"$/g, "")

const normalize = (text: string): string => text.normalize("NFC").toLowerCase()

/** Whether an object has all terms that it shall have, and none that it shall not have. */
export const isMatch = (
  terms: ReadonlyArray<FilterTerm>,
  object: FilteredObject,
  words: BooleanWords,
): boolean => terms.every((term) => hasTerm(term, object, words) !== term.isExcluded)

const hasTerm = (
  { attribute, text }: FilterTerm,
  { annotation, name }: FilteredObject,
  words: BooleanWords,
): boolean => {
  const entries = Object.entries(annotation.attributes)
  if (attribute === undefined)
    return (
      normalize(name).includes(text) ||
      normalize(annotation.key) === text ||
      // The words of a checkbox are too common to be meant without its name.
      entries.some(([, value]) => typeof value !== "boolean" && hasText(value, text, words))
    )
  return entries.some(
    ([key, value]) =>
      normalize(key) === attribute && (text === "" ? isSet(value) : hasText(value, text, words)),
  )
}

const isSet = (value: Json): boolean =>
  value !== null && value !== "" && !(isArray(value) && value.length === 0)

const hasText = (value: Json, text: string, words: BooleanWords): boolean => {
  if (value === null) return false
  if (isArray(value)) return value.some((item) => hasText(item, text, words))
  if (typeof value === "boolean")
    return [String(value), value ? words.yes : words.no].some((word) => normalize(word) === text)
  if (value instanceof NumberText) return value.text === text
  if (typeof value === "number") return text.trim() !== "" && toNumber(value) === Number(text)
  return normalize(typeof value === "string" ? value : print(value)).includes(text)
}
