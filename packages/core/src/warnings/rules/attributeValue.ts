/** Values that the input type does not know: not among those of a select, not a number, not true or false. */
import type { CompiledAttribute } from "./Compiled.ts"
import { numberOf } from "./numberOf.ts"
import type { Finding } from "./Report.ts"
import type { Subject } from "./subjects.ts"

export const attributeValue = (
  subject: Subject,
  attribute: CompiledAttribute,
  value: unknown,
  add: (finding: Finding) => void,
): void => {
  const problem = problemOf(attribute, value)
  if (problem !== undefined)
    add({ rule: "attribute-value", message: `${subject.name} has a value that ${problem}.` })
}

const problemOf = ({ inputType, values }: CompiledAttribute, value: unknown): string | undefined => {
  switch (inputType) {
    case "select":
      return isAmong(values, value) ? undefined : "is not one of those to choose from"
    case "multiselect": {
      const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
      return chosen.every((one) => isAmong(values, one)) ? undefined : "is not one of those to choose from"
    }
    case "number":
      return Number.isNaN(numberOf(value)) ? "is not a number" : undefined
    case "checkbox":
      return typeof value === "boolean" ? undefined : "is neither true nor false"
    case "text":
      return typeof value === "string" ? undefined : "is not text"
    default:
      return typeof value === "object" ? undefined : "is not an object or a list"
  }
}

const isAmong = (values: ReadonlySet<string>, value: unknown): boolean =>
  typeof value === "string" && values.has(value)
