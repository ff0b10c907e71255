/** Attribute values in the forms in which rules compare them. */
import { parseNumeric } from "../../domain/numericText.ts"
import type { CompiledAttribute } from "./Compiled.ts"

/** A value for comparison: a number equals its decimal text, which editors send too. */
export const toComparable = ({ inputType }: Pick<CompiledAttribute, "inputType">, value: unknown): string => {
  const number = inputType === "number" ? toNumber(value) : Number.NaN
  return toText(Number.isNaN(number) ? value : number)
}

/** The number of a number attribute, which editors send as a number or as decimal text; NaN without one. */
export const toNumber = (value: unknown): number => parseNumeric(value) ?? Number.NaN

/**
 * A value as text, for comparisons. All values that JSON cannot represent (cycles, nesting beyond the stack) are
 * equal.
 */
export const toText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ""
  } catch {
    return ""
  }
}
