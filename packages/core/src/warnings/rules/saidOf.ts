/** A value as it is compared with others of its attribute: a number is the same as the text of it, which editors send too. */
import type { CompiledAttribute } from "./Compiled.ts"
import { numberOf } from "./numberOf.ts"
import { textOf } from "./textOf.ts"

export const saidOf = ({ inputType }: Pick<CompiledAttribute, "inputType">, value: unknown): string => {
  const number = inputType === "number" ? numberOf(value) : Number.NaN
  return textOf(Number.isNaN(number) ? value : number)
}
