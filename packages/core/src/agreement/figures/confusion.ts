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
  const counts = new ConfusionCounts()
  for (const [a, b] of pairs) counts.add(a, b)
  return counts.toConfusion()
}

/** Counts of pairs of values, of which a matrix is made at the end. */
export class ConfusionCounts {
  readonly #counts = new Map<string | number, Map<string | number, number>>()

  add(a: string | number, b: string | number): void {
    const row = this.#counts.get(a) ?? new Map<string | number, number>()
    this.#counts.set(a, row)
    row.set(b, (row.get(b) ?? 0) + 1)
  }

  toConfusion(): Confusion {
    const entries = [...this.#counts].flatMap(([a, row]) => [a, ...row.keys()])
    const values = [...new Set(entries)].sort(compareValues)
    const counts = values.map((a) => values.map((b) => this.#counts.get(a)?.get(b) ?? 0))
    return { values, counts }
  }
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
