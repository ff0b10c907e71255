/** Counts the agreement of two people, from which that of one person with all others is made, too. */
import type { SampleSums } from "../figures/SampleSums.ts"
import { absent, type ComparedObject, type PairAgreement } from "./compareLabels.ts"

/** The agreement of two people in one sample, as far as it is counted. */
export type CountedPair = Pick<PairAgreement, "identity" | "matches" | "quality">

type Value = string | number

/** Two values that two people gave, with the column of their number and the number for all samples. */
export interface CountedValues {
  readonly first: Value
  readonly second: Value
  readonly column: number
  count: number
}

export class PairTally {
  /** The columns of what is counted of all samples. */
  readonly columns: Readonly<
    Record<
      "samples" | "qualities" | "sequences" | "identities" | "objects" | "matches" | "similarities",
      number
    >
  >
  /** The column of the pairs of one category for each threshold. */
  readonly right: ReadonlyArray<number>
  readonly #confusion = new Map<Value, Map<Value, CountedValues>>()
  samples = 0

  constructor(
    readonly people: readonly [string, string],
    readonly thresholds: ReadonlyArray<number>,
    readonly sums: SampleSums,
  ) {
    this.columns = {
      samples: sums.makeColumn(),
      qualities: sums.makeColumn(),
      sequences: sums.makeColumn(),
      identities: sums.makeColumn(),
      objects: sums.makeColumn(),
      matches: sums.makeColumn(),
      similarities: sums.makeColumn(),
    }
    this.right = thresholds.map(() => sums.makeColumn())
  }

  /** Adds the sample that `sums` has begun. */
  add(
    { identity, matches, quality }: CountedPair,
    a: ReadonlyArray<ComparedObject>,
    b: ReadonlyArray<ComparedObject>,
  ): void {
    const { columns, sums } = this
    this.samples += 1
    sums.add(columns.samples, 1)
    sums.add(columns.qualities, quality)
    if (identity !== null) {
      sums.add(columns.sequences, 1)
      sums.add(columns.identities, identity)
    }
    sums.add(columns.objects, a.length + b.length)
    sums.add(columns.matches, matches.length)
    const [usedA, usedB] = [new Set<number>(), new Set<number>()]
    for (const [x, y, similarity] of matches) {
      usedA.add(x)
      usedB.add(y)
      const [categoryA, categoryB] = [a[x]?.category ?? 0, b[y]?.category ?? 0]
      sums.add(columns.similarities, similarity)
      this.#count(categoryA, categoryB)
      if (categoryA !== categoryB) continue
      for (const [index, threshold] of this.thresholds.entries())
        if (similarity >= threshold) sums.add(this.right[index] as number, 1)
    }
    for (const [index, { category }] of a.entries()) if (!usedA.has(index)) this.#count(category, absent)
    for (const [index, { category }] of b.entries()) if (!usedB.has(index)) this.#count(absent, category)
  }

  #count(first: Value, second: Value): void {
    const row = this.#confusion.get(first) ?? new Map<Value, CountedValues>()
    this.#confusion.set(first, row)
    const values = row.get(second) ?? { first, second, column: this.sums.makeColumn(), count: 0 }
    row.set(second, values)
    values.count += 1
    this.sums.add(values.column, 1)
  }

  /** The values that the two people gave; with `isSame` false those of both people exchanged. */
  *listValues(isSame = true): Generator<CountedValues> {
    for (const row of this.#confusion.values())
      for (const values of row.values())
        yield isSame ? values : { ...values, first: values.second, second: values.first }
  }
}
