/** Terms about the objects of a label: `car >= 5`, `category = car`, `objects = 0`. */
import { Either } from "effect"
import { formatWrongOperator, joinValues, type Resolved, toComparison } from "./joinValues.ts"
import type { SearchOperator, SearchTerm, SearchValue } from "./parseSearch.ts"
import { isComparableNumber, type ObjectTest } from "./SearchCondition.ts"

/** The ids of the categories by name; more than one where names are equal. */
export type SearchCategories = ReadonlyMap<string, ReadonlyArray<number>>

const numberOperators: ReadonlyArray<SearchOperator> = ["=", "!=", "<", "<=", ">", ">=", "in"]
const nameOperators: ReadonlyArray<SearchOperator> = ["=", "!=", ":", "in"]

export const resolveObjects = (term: SearchTerm, categories: SearchCategories): Resolved => {
  const { name, operator, values } = term
  if (name.kind === "bare" && name.text === "category") return resolveCategoryNames(term, categories)
  const objects = name.kind === "bare" && name.text === "objects" ? "all" : categories.get(name.text)
  if (objects === undefined) return Either.left(formatUnknownCategory(name.text, categories))
  if (operator === "has") return Either.right(makeExistence(objects))
  if (!numberOperators.includes(operator)) return Either.left(formatWrongOperator(term, numberOperators))
  return joinValues(operator, values, ({ text }) =>
    isComparableNumber(text)
      ? Either.right({ objects, is: toComparison(operator), value: Number(text) })
      : Either.left(`has ${text} as the number of ${name.text}, which is not a number`),
  )
}

/** `category = car` finds labels with an object of the category. */
const resolveCategoryNames = (term: SearchTerm, categories: SearchCategories): Resolved => {
  const { operator, values } = term
  if (operator === "has") return Either.right(makeExistence("all"))
  if (!nameOperators.includes(operator)) return Either.left(formatWrongOperator(term, nameOperators))
  return joinValues(operator, values, ({ text }: SearchValue) => {
    const ids = categories.get(text)
    return ids === undefined
      ? Either.left(formatUnknownCategory(text, categories))
      : Either.right(makeExistence(ids))
  })
}

const makeExistence = (objects: ObjectTest["objects"]): ObjectTest => ({ objects, is: ">", value: 0 })

/** Categories that an error names. */
const maxNamed = 20

const formatUnknownCategory = (text: string, categories: SearchCategories): string => {
  const names = [...categories.keys()]
  const listed = names.slice(0, maxNamed).join(", ")
  return `names the category ${text}, which this dataset does not have${names.length === 0 ? "" : `; it has ${listed}${names.length > maxNamed ? ", …" : ""}`}`
}
