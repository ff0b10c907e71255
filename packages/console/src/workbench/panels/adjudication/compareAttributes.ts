/** Finds the attributes to which several people gave different values. Pure. */
import { print } from "../../editor/json/parse.ts"
import { getMember, isArray, type Json, type JsonObject } from "../../editor/json/value.ts"

/** An attribute with different values. */
export interface AttributeDifference {
  readonly name: string
  /** The value in the label of each letter as text, empty where it is not filled in. */
  readonly values: ReadonlyMap<string, string>
}

/** The attributes of one object, or of one image, in the label of a letter. */
export interface LetterAttributes {
  readonly letter: string
  readonly attributes: JsonObject
}

/** Lists them in the order in which the labels have them. Values that are not filled in are alike, and the order of several values does not matter. */
export const compareAttributes = (
  labels: ReadonlyArray<LetterAttributes>,
): ReadonlyArray<AttributeDifference> => {
  if (labels.length < 2) return []
  const names = new Set(labels.flatMap(({ attributes }) => Object.keys(attributes)))
  return [...names].flatMap((name) => {
    const texts = labels.map(({ attributes }) => formatValue(getMember(attributes, name)))
    return texts.every((text) => text === texts[0])
      ? []
      : [{ name, values: new Map(labels.map(({ letter }, place) => [letter, texts[place] ?? ""])) }]
  })
}

const formatValue = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "string") return value.trim() === "" ? "" : value
  return isArray(value) ? value.map(formatValue).sort().join(", ") : print(value)
}
