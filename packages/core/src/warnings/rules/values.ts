/** Attribute values in the forms in which rules compare them. */
import { numeric } from "../../domain/numericText.ts"
import type { CompiledAttribute } from "./Compiled.ts"

/** A value for comparison: a number equals its decimal text, which editors send too. */
export const comparableOf = ({ inputType }: Pick<CompiledAttribute, "inputType">, value: unknown): string => {
  const number = inputType === "number" ? numberOf(value) : Number.NaN
  return textOf(Number.isNaN(number) ? value : number)
}

/** The number of a number attribute, which editors send as a number or as decimal text; NaN without one. */
export const numberOf = (value: unknown): number => numeric(value) ?? Number.NaN

/**
 * A value as text, for comparisons. All values that JSON cannot represent (cycles, nesting beyond the stack) are
 * equal.
 */
export const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ""
  } catch {
    return ""
  }
}
