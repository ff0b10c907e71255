/** Confusion matrices of two people, and Cohen's κ. */

export interface Confusion {
  /** Every value that was given, in order. */
  readonly values: ReadonlyArray<string | number>
  /** `counts[i][j]`: how many times the first person gave value i and the second one value j. */
  readonly counts: ReadonlyArray<ReadonlyArray<number>>
}

export const countConfusion = (
  pairs: ReadonlyArray<readonly [string | number, string | number]>,
): Confusion => {
  const values = [...new Set(pairs.flat())].sort(compareValues)
  const places = new Map(values.map((value, index) => [value, index]))
  const counts = values.map(() => values.map(() => 0))
  for (const [a, b] of pairs) {
    const row = counts[places.get(a) ?? 0] ?? []
    const column = places.get(b) ?? 0
    row[column] = (row[column] ?? 0) + 1
  }
  return { values, counts }
}

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1

/**
 * κ = (observed − expected) / (1 − expected), with the share of equal values, and the share that two people with the same frequencies of values
 * would reach by chance (Cohen 1960). Null without values, and when both people gave one value alone.
 */
export const computeKappa = ({ counts }: Pick<Confusion, "counts">): number | null => {
  const rows = counts.map((row) => row.reduce((sum, count) => sum + count, 0))
  const columns = counts.map((_, column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  const total = rows.reduce((sum, count) => sum + count, 0)
  const equal = counts.reduce((sum, row, index) => sum + (row[index] ?? 0), 0)
  const chance = rows.reduce((sum, count, index) => sum + count * (columns[index] ?? 0), 0)
  const remaining = total * total - chance
  return remaining === 0 ? null : (equal * total - chance) / remaining
}
