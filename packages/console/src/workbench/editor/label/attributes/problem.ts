/** Finds what is wrong with the value of an attribute, by the rules that the server checks labels with. */
import { isArray, type Json } from "../../json/value.ts"
import { type Attribute, readDecimal } from "./configuration.ts"

export type Problem =
  | { readonly kind: "missing" }
  | { readonly kind: "unlisted" | "not-number" | "not-text" | "not-boolean" }
  | { readonly kind: "below" | "above" | "off-step"; readonly limit: number }

/** Whether a value is set: neither absent nor null, blank or an empty choice. */
export const isSet = (value: Json | undefined): boolean => {
  if (value === undefined || value === null) return false
  if (typeof value === "string") return value.trim() !== ""
  return !isArray(value) || value.length > 0
}

/** The first problem of a value; undefined when it has none. */
export const findProblem = (attribute: Attribute, value: Json | undefined): Problem | undefined => {
  if (!isSet(value)) return attribute.mandatory ? { kind: "missing" } : undefined
  switch (attribute.inputType) {
    case "select":
      return isListed(attribute, value) ? undefined : { kind: "unlisted" }
    case "multiselect": {
      const chosen = isArray(value) ? value : [value]
      return chosen.every((one) => isListed(attribute, one)) ? undefined : { kind: "unlisted" }
    }
    case "number":
      return findRangeProblem(attribute, readDecimal(value))
    case "checkbox":
      return typeof value === "boolean" ? undefined : { kind: "not-boolean" }
    case "text":
      return typeof value === "string" ? undefined : { kind: "not-text" }
  }
}

const isListed = ({ values }: Attribute, value: Json | undefined): boolean =>
  typeof value === "string" && values.includes(value)

/** The share of a step that still counts as the step: 0.3 is not exactly three times 0.1. */
const nearly = 1e-6

const findRangeProblem = ({ max, min, step }: Attribute, number: number | undefined): Problem | undefined => {
  if (number === undefined) return { kind: "not-number" }
  if (min !== undefined && number < min) return { kind: "below", limit: min }
  if (max !== undefined && number > max) return { kind: "above", limit: max }
  if (step === undefined || step <= 0) return undefined
  const steps = (number - (min ?? 0)) / step
  return Math.abs(steps - Math.round(steps)) > nearly ? { kind: "off-step", limit: step } : undefined
}
