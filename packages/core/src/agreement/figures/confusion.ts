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

/** Two values that two people gave. */
export interface ConfusionCount {
  readonly first: string | number
  readonly second: string | number
  readonly count: number
}

/** Counts pairs of values. Only pairs that occur take memory: a matrix of thousands of values would not fit. */
export class ConfusionCounts {
  readonly #counts = new Map<string | number, Map<string | number, number>>()

  add(first: string | number, second: string | number, count = 1): void {
    const row = this.#counts.get(first) ?? new Map<string | number, number>()
    this.#counts.set(first, row)
    row.set(second, (row.get(second) ?? 0) + count)
  }

  /** The pairs from the most frequent one. */
  list(): ReadonlyArray<ConfusionCount> {
    return [...this.#counts]
      .flatMap(([first, row]) => [...row].map(([second, count]) => ({ first, second, count })))
      .sort(
        (a, b) => b.count - a.count || compareValues(a.first, b.first) || compareValues(a.second, b.second),
      )
  }

  toConfusion(): Confusion {
    const entries = [...this.#counts].flatMap(([first, row]) => [first, ...row.keys()])
    const values = [...new Set(entries)].sort(compareValues)
    const counts = values.map((first) => values.map((second) => this.#counts.get(first)?.get(second) ?? 0))
    return { values, counts }
  }
}

const compareValues = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  if (typeof a === "number" && typeof b === "number") return a - b
  return String(a) < String(b) ? -1 : 1
}

/**
 * κ = (observed − expected) / (1 − expected), with the share of equal values, and the share that two people with the same frequencies of values
 * would reach by chance (Cohen 1960). Null without values, and when both people gave one value alone.
 */
export const computeKappa = ({ counts }: Pick<Confusion, "counts">): number | null =>
  computeKappaOfPairs(counts.flatMap((row, first) => row.map((count, second) => ({ first, second, count }))))

/** κ of pairs that are counted. */
export const computeKappaOfPairs = (pairs: ReadonlyArray<ConfusionCount>): number | null => {
  const [rows, columns] = [new Map<string | number, number>(), new Map<string | number, number>()]
  let [equal, total] = [0, 0]
  for (const { count, first, second } of pairs) {
    rows.set(first, (rows.get(first) ?? 0) + count)
    columns.set(second, (columns.get(second) ?? 0) + count)
    total += count
    if (first === second) equal += count
  }
  let chance = 0
  for (const [value, count] of rows) chance += count * (columns.get(value) ?? 0)
  const remaining = total * total - chance
  return remaining === 0 ? null : (equal * total - chance) / remaining
}
