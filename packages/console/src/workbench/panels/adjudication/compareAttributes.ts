/** Finds the attributes to which several people gave different values, by the rule of the server. Pure. */
import { type ComparedAttribute, notFilledIn, readAttributeValue } from "@annotary/core/check"
import { print } from "../../editor/json/parse.ts"
import { getMember, isArray, type Json, type JsonObject } from "../../editor/json/value.ts"
import type { LabelPart } from "./listParts.ts"

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

/** Lists them in the order of the configuration. `kind`: that of the sensor. */
export const compareAttributes = (
  labels: ReadonlyArray<LetterAttributes>,
  compared: ReadonlyArray<ComparedAttribute>,
  kind: LabelPart["kind"],
): ReadonlyArray<AttributeDifference> =>
  labels.length < 2
    ? []
    : compared.flatMap((attribute) => {
        const values = labels.map(({ attributes }) => getMember(attributes, attribute.name))
        const answers = values.map((value) => readAnswer(attribute, kind, value))
        return answers.every((answer) => answer === answers[0])
          ? []
          : [
              {
                name: attribute.name,
                values: new Map(labels.map(({ letter }, place) => [letter, formatValue(values[place])])),
              },
            ]
      })

const readAnswer = (
  attribute: ComparedAttribute,
  kind: LabelPart["kind"],
  value: Json | undefined,
): string | number =>
  // The server reads numbers with many digits as doubles.
  (value === undefined
    ? undefined
    : readAttributeValue(
        attribute,
        kind,
        Object.fromEntries([[attribute.name, JSON.parse(print(value))]]),
      )) ?? notFilledIn

const formatValue = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "string") return value.trim() === "" ? "" : value
  return isArray(value) ? value.map(formatValue).sort().join(", ") : print(value)
}
