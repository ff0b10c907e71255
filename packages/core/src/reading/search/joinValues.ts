/** The condition of a term from the conditions of its values. */
import { Either } from "effect"
import type { SearchOperator, SearchTerm, SearchValue } from "./parseSearch.ts"
import type { SearchComparison, SearchCondition } from "./SearchCondition.ts"

/** A condition; otherwise what is wrong. */
export type Resolved = Either.Either<SearchCondition, string>

/** One value is a condition of itself; of a list, any must match. `!=` is true where `=` is false. */
export const joinValues = (
  operator: SearchOperator,
  values: ReadonlyArray<SearchValue>,
  resolve: (value: SearchValue) => Resolved,
): Resolved =>
  Either.map(Either.all(values.map(resolve)), (conditions): SearchCondition => {
    const [only] = conditions
    const joined = conditions.length === 1 && only !== undefined ? only : { any: conditions }
    return operator === "!=" ? { not: joined } : joined
  })

export const toComparison = (operator: SearchOperator): SearchComparison =>
  operator === "<" || operator === "<=" || operator === ">" || operator === ">=" ? operator : "="

export const formatWrongOperator = (
  { name, operator }: SearchTerm,
  allowed: ReadonlyArray<SearchOperator>,
): string => `cannot use ${operator} with ${name.text}: write ${allowed.join(" ")}`
