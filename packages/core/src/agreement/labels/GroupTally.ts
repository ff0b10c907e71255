/** Counts the categories that people gave the same objects, for the α of all samples and that of each category. */
import { computeAlphaOfCounts, computeObservedAgreement } from "../figures/alpha.ts"
import { type BootstrapOptions, estimateManyLimits, type Figure, type Limits } from "../figures/bootstrap.ts"
import { computeInequality, computeUnitDisagreement } from "../figures/disagreement.ts"
import type { CategorySummary } from "./AgreementSummary.ts"
import { listGroupUnits, type SampleAgreement } from "./compareLabels.ts"

type Value = string | number

/** A value in one sample: the number of times that it was given, and its observed disagreement against all else. */
interface ValueParts {
  count: number
  observed: number
}

interface Alphas {
  readonly pooled: Figure
  readonly observedAgreement: number | null
  readonly categories: ReadonlyArray<CategorySummary>
}

export class GroupTally {
  /** The place of each value, `absent` included, and the number of groups of which somebody gave it. */
  readonly #places = new Map<Value, number>()
  readonly #groups: Array<number> = []
  /** Of each sample: the values that people gave, their observed disagreement, and where its entries end. */
  readonly #totals: Array<number> = []
  readonly #observed: Array<number> = []
  readonly #ends: Array<number> = []
  /** Of each value in each sample: its place and its parts. */
  readonly #entries: Array<number> = []
  readonly #counts: Array<number> = []
  readonly #observedOf: Array<number> = []

  add(sample: Pick<SampleAgreement, "groups" | "objects">): void {
    this.addUnits(listGroupUnits(sample))
  }

  /** Adds the values that people gave each object of a sample. */
  addUnits(units: ReadonlyArray<ReadonlyArray<Value>>): void {
    const parts = new Map<number, ValueParts>()
    let [observed, total] = [0, 0]
    for (const unit of units) {
      if (unit.length < 2) continue
      total += unit.length
      observed += computeUnitDisagreement(unit, computeInequality)
      for (const value of new Set(unit)) this.#addValue(parts, value, unit)
    }
    this.#totals.push(total)
    this.#observed.push(observed)
    for (const [place, part] of parts) {
      this.#entries.push(place)
      this.#counts.push(part.count)
      this.#observedOf.push(part.observed)
    }
    this.#ends.push(this.#entries.length)
  }

  #addValue(parts: Map<number, ValueParts>, value: Value, unit: ReadonlyArray<Value>): void {
    const place = this.#places.get(value) ?? this.#places.size
    this.#places.set(value, place)
    this.#groups[place] = (this.#groups[place] ?? 0) + 1
    const part = parts.get(place) ?? { count: 0, observed: 0 }
    const count = unit.filter((other) => other === value).length
    part.count += count
    part.observed += (count * (unit.length - count)) / (unit.length - 1)
    parts.set(place, part)
  }

  /** All figures α in steps. They have the same draws, so that many categories cost little more than one. */
  *computeAlphas(options: BootstrapOptions): Generator<void, Alphas> {
    const compute = this.#makeCompute()
    const values = compute(Int32Array.from(this.#totals.keys()))
    const limits = yield* estimateManyLimits(this.#totals.length, compute, options)
    const figures = values.map((value, place) => toFigure(value, limits[place]))
    const total = sum(this.#totals)
    const observedOf = this.#sumObservedOfPlaces()
    return {
      pooled: figures[0] ?? toFigure(null, null),
      observedAgreement: computeObservedAgreement(sum(this.#observed), total),
      categories: [...this.#places]
        .flatMap(([category, place]) =>
          typeof category === "number"
            ? [
                {
                  category,
                  objects: this.#groups[place] ?? 0,
                  alpha: figures[1 + place] ?? toFigure(null, null),
                  observedAgreement: computeObservedAgreement(observedOf[place] ?? 0, total),
                },
              ]
            : [],
        )
        .sort((a, b) => a.category - b.category),
    }
  }

  /** The observed disagreement of each value against all else, by place. */
  #sumObservedOfPlaces(): Float64Array {
    const sums = new Float64Array(this.#places.size)
    for (const [entry, place] of this.#entries.entries())
      sums[place] = (sums[place] ?? 0) + (this.#observedOf[entry] ?? 0)
    return sums
  }

  /** Makes the function that computes, of some samples, the α of all values, then that of each value against all else. */
  #makeCompute(): (indices: Int32Array) => ReadonlyArray<number | null> {
    // Typed arrays and a loop over places, because this is drawn a thousand times.
    const [totals, observed, ends] = [this.#totals, this.#observed, this.#ends].map((list) =>
      Float64Array.from(list),
    ) as [Float64Array, Float64Array, Float64Array]
    const [entries, counts, observedOf] = [this.#entries, this.#counts, this.#observedOf].map((list) =>
      Float64Array.from(list),
    ) as [Float64Array, Float64Array, Float64Array]
    const [countOf, disagreementOf] = [
      new Float64Array(this.#places.size),
      new Float64Array(this.#places.size),
    ]
    return (indices) => {
      countOf.fill(0)
      disagreementOf.fill(0)
      let [total, disagreement] = [0, 0]
      for (let drawn = 0; drawn < indices.length; drawn++) {
        const sample = indices[drawn] as number
        total += totals[sample] as number
        disagreement += observed[sample] as number
        const end = ends[sample] as number
        for (let entry = sample === 0 ? 0 : (ends[sample - 1] as number); entry < end; entry++) {
          const place = entries[entry] as number
          countOf[place] = (countOf[place] as number) + (counts[entry] as number)
          disagreementOf[place] = (disagreementOf[place] as number) + (observedOf[entry] as number)
        }
      }
      return [
        computeAlphaOfCounts(disagreement, countOf),
        ...Array.from(countOf, (count, place) =>
          computeAlphaOfCounts(disagreementOf[place] as number, [count, total - count]),
        ),
      ]
    }
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const toFigure = (value: number | null, limits: Limits | null | undefined): Figure => ({
  value,
  limits: limits ?? null,
})
