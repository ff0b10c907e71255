/** Counts the categories that people gave the same objects, for the α of all samples and that of each category. */
import { computeAlphaOfCounts, computeObservedAgreement } from "../figures/alpha.ts"
import type { Figure } from "../figures/bootstrap.ts"
import { computeInequality, computeUnitDisagreement } from "../figures/disagreement.ts"
import type { SampleSums } from "../figures/SampleSums.ts"
import type { CategorySummary } from "./AgreementSummary.ts"
import { listGroupUnits, type SampleAgreement } from "./compareLabels.ts"

type Value = string | number

/** A value of all samples: the number of groups of which somebody gave it, and its numbers with their columns. */
interface ValueCounts {
  readonly countColumn: number
  readonly observedColumn: number
  groups: number
  /** The observed disagreement against all else. */
  observed: number
}

export interface Alphas {
  readonly pooled: Figure
  readonly observedAgreement: number | null
  readonly categories: ReadonlyArray<CategorySummary>
}

export class GroupTally {
  /** `absent` included. */
  readonly #values = new Map<Value, ValueCounts>()
  /** The values that people gave, and their observed disagreement. */
  readonly #totalColumn: number
  readonly #observedColumn: number
  #total = 0
  #observed = 0

  constructor(readonly sums: SampleSums) {
    this.#totalColumn = sums.makeColumn()
    this.#observedColumn = sums.makeColumn()
  }

  /** Adds the sample that `sums` has begun. */
  add(sample: Pick<SampleAgreement, "groups" | "objects">): void {
    this.addUnits(listGroupUnits(sample))
  }

  /** Adds the values that people gave each object of a sample. */
  addUnits(units: ReadonlyArray<ReadonlyArray<Value>>): void {
    for (const unit of units) {
      if (unit.length < 2) continue
      const observed = computeUnitDisagreement(unit, computeInequality)
      this.#total += unit.length
      this.#observed += observed
      this.sums.add(this.#totalColumn, unit.length)
      this.sums.add(this.#observedColumn, observed)
      for (const value of new Set(unit)) this.#addValue(value, unit)
    }
  }

  #addValue(value: Value, unit: ReadonlyArray<Value>): void {
    const counts = this.#values.get(value) ?? {
      countColumn: this.sums.makeColumn(),
      observedColumn: this.sums.makeColumn(),
      groups: 0,
      observed: 0,
    }
    this.#values.set(value, counts)
    const count = unit.filter((other) => other === value).length
    const observed = (count * (unit.length - count)) / (unit.length - 1)
    counts.groups += 1
    counts.observed += observed
    this.sums.add(counts.countColumn, count)
    this.sums.add(counts.observedColumn, observed)
  }

  /** Adds all figures α to those that are estimated, and returns a function that returns them afterwards. */
  addAlphas(): () => Alphas {
    const base = [this.#totalColumn]
    const columns = Array.from(this.#values.values(), ({ countColumn }) => countColumn)
    const pooled = this.sums.addFigure(base, (sums) =>
      computeAlphaOfCounts(
        sums[this.#observedColumn] as number,
        columns.map((column) => sums[column] as number),
      ),
    )
    const categories = [...this.#values]
      .flatMap(([category, counts]) => (typeof category === "number" ? [{ category, ...counts }] : []))
      .sort((a, b) => a.category - b.category)
      .map(({ category, countColumn, groups, observed, observedColumn }) => ({
        category,
        objects: groups,
        observed,
        alpha: this.sums.addFigure(base, (sums) => {
          const count = sums[countColumn] as number
          const others = (sums[this.#totalColumn] as number) - count
          return computeAlphaOfCounts(sums[observedColumn] as number, [count, others])
        }),
      }))
    return () => ({
      pooled: pooled(),
      observedAgreement: computeObservedAgreement(this.#observed, this.#total),
      categories: categories.map(({ alpha, category, objects, observed }) => ({
        category,
        objects,
        alpha: alpha(),
        observedAgreement: computeObservedAgreement(observed, this.#total),
      })),
    })
  }
}
