/** The confusions of a person with one other person, and as a matrix. Pure. */
import type { Agreement } from "./figures.ts"

/** Two unequal categories of an object: that of a person, and that of the other one. */
export type Confusion = Agreement["people"][number]["confusions"][number]

/** A category of a matrix; null stands for no object. */
export interface NamedCategory {
  readonly id: number | null
  readonly category: string | null
}

/** The people of whom the API has figures with a person, by name. */
export const listPartners = (pairs: Agreement["pairs"], person: string): ReadonlyArray<string> =>
  pairs
    .filter(({ people }) => people.includes(person))
    .flatMap(({ people }) => people.filter((one) => one !== person))
    .toSorted()

/** The confusions of two people: the category of the first one first, in whichever order the API has them. */
export const findConfusions = (
  pairs: Agreement["pairs"],
  person: string,
  other: string,
): ReadonlyArray<Confusion> => {
  const pair = pairs.find(({ people }) => people.includes(person) && people.includes(other))
  if (pair === undefined) return []
  return pair.people[0] === person ? pair.confusions : pair.confusions.map(swapPeople)
}

const swapPeople = (one: Confusion): Confusion => ({
  ...one,
  category_id: one.other_category_id,
  category: one.other_category,
  other_category_id: one.category_id,
  other_category: one.category,
})

interface Matrix {
  /** The categories of the person, from the one that is confused most often. */
  readonly rows: ReadonlyArray<NamedCategory>
  readonly columns: ReadonlyArray<NamedCategory>
  /** Undefined for two categories that are not listed. */
  readonly findCount: (row: number | null, column: number | null) => number | undefined
  readonly largestCount: number
}

export const makeMatrix = (confusions: ReadonlyArray<Confusion>): Matrix => {
  const rows = new Map<number | null, NamedCategory>()
  const columns = new Map<number | null, NamedCategory>()
  for (const confusion of confusions.toSorted((a, b) => b.count - a.count)) {
    const [row, column] = [confusion.category_id, confusion.other_category_id]
    if (!rows.has(row)) rows.set(row, { id: row, category: confusion.category })
    if (!columns.has(column)) columns.set(column, { id: column, category: confusion.other_category })
  }
  return {
    rows: [...rows.values()],
    columns: [...columns.values()],
    findCount: (row, column) =>
      confusions.find((one) => one.category_id === row && one.other_category_id === column)?.count,
    largestCount: Math.max(1, ...confusions.map(({ count }) => count)),
  }
}
