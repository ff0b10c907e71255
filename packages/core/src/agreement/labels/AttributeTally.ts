/** Counts the agreement of attributes over many samples. */
import { computeAlphaOfCounts } from "../figures/alpha.ts"
import { type BootstrapOptions, estimateLimitsInSteps, type Figure } from "../figures/bootstrap.ts"
import { addSquaredDifferences } from "../figures/disagreement.ts"
import type { AttributeAgreement } from "./attributeUnits.ts"

export interface AttributeSummary extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  /** Objects or images to which at least two people could give a value. */
  readonly units: number
  /** The share of units whose values are all equal. */
  readonly equal: Figure
  /** Krippendorff's α, of numbers with the interval distance. Null too with more than 100 000 different values. */
  readonly alpha: number | null
  /** Krippendorff's α of numbers with the ordinal distance, by their ranks; null for other values, as for α, where labels were compared before it was stored, and where a sample has more than 1000 pairs of different numbers. */
  readonly ordinalAlpha: number | null
}

interface AttributeCounts extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  /** Of each sample with the attribute. */
  readonly equals: Array<number>
  readonly units: Array<number>
  observed: number
  /** The number of times that each value was given; null when there are too many values to keep. */
  values: Map<string | number, number> | null
  /** The pairs of unequal numbers with their weights, by both as JSON; null when there are too many, or when labels were compared without them. */
  pairs: Map<string, number> | null
}

/** The most values of an attribute that are kept: texts that everybody writes anew have no α worth its memory. */
const maxValues = 100_000

export class AttributeTally {
  readonly #byName = new Map<string, AttributeCounts>()

  /** Adds the attributes of one sample. */
  add(attributes: ReadonlyArray<AttributeAgreement>): void {
    for (const { category, counts, equal, level, name, observed, pairs, units } of attributes) {
      const key = JSON.stringify([category, name, level])
      const sums = this.#byName.get(key) ?? makeCounts({ category, level, name })
      this.#byName.set(key, sums)
      sums.equals.push(equal)
      sums.units.push(units)
      sums.observed += observed
      for (const [value, count] of counts) sums.values?.set(value, (sums.values.get(value) ?? 0) + count)
      if ((sums.values?.size ?? 0) > maxValues) sums.values = null
      if (level === "interval") addPairs(sums, pairs)
    }
  }

  *computeSummary(options: BootstrapOptions): Generator<void, ReadonlyArray<AttributeSummary>> {
    const summaries: Array<AttributeSummary> = []
    for (const counts of this.#byName.values()) {
      const { category, level, name } = counts
      summaries.push({
        category,
        name,
        level,
        units: counts.units.reduce((sum, units) => sum + units, 0),
        equal: yield* computeEqual(counts, options),
        alpha: computeAlpha(counts),
        ordinalAlpha: computeOrdinalAlpha(counts),
      })
    }
    return summaries
  }
}

const makeCounts = (attribute: Pick<AttributeAgreement, "category" | "name" | "level">): AttributeCounts => ({
  ...attribute,
  equals: [],
  units: [],
  observed: 0,
  values: new Map(),
  pairs: new Map(),
})

/** Comparisons that were stored earlier have no pairs, nor do those with too many. */
const addPairs = (sums: AttributeCounts, pairs: AttributeAgreement["pairs"]): void => {
  if (pairs === undefined) {
    sums.pairs = null
    return
  }
  for (const [low, high, weight] of pairs) {
    const key = JSON.stringify([low, high])
    sums.pairs?.set(key, (sums.pairs.get(key) ?? 0) + weight)
  }
  if ((sums.pairs?.size ?? 0) > maxValues) sums.pairs = null
}

function* computeEqual(counts: AttributeCounts, options: BootstrapOptions): Generator<void, Figure> {
  // Typed arrays and a loop over places, because this is drawn a thousand times.
  const [equals, sizes] = [Float64Array.from(counts.equals), Float64Array.from(counts.units)]
  const compute = (indices: Int32Array): number | null => {
    let [equal, units] = [0, 0]
    for (let place = 0; place < indices.length; place++) {
      const index = indices[place] as number
      equal += equals[index] as number
      units += sizes[index] as number
    }
    return units === 0 ? null : equal / units
  }
  return {
    value: compute(Int32Array.from(equals.keys())),
    limits: yield* estimateLimitsInSteps(equals.length, compute, options),
  }
}

/** The expected disagreement is that of all pairs of values, whatever their samples. */
const computeAlpha = ({ level, observed, values }: AttributeCounts): number | null => {
  if (values === null || values.size < 2) return null
  if (level === "nominal") return computeAlphaOfCounts(observed, values.values())
  let total = 0
  for (const count of values.values()) total += count
  const expected = addSquaredDifferences([...values].map(([value, count]) => [Number(value), count]))
  return 1 - ((total - 1) * observed) / expected
}

/** The distance of two numbers is that of their ranks among all values, with the mean rank for equal ones. */
const computeOrdinalAlpha = ({ level, pairs, values }: AttributeCounts): number | null => {
  if (level !== "interval" || pairs === null || values === null || values.size < 2) return null
  const ranks = new Map<number, number>()
  let total = 0
  const sorted = [...values]
    .map(([value, count]) => [Number(value), count] as const)
    .sort(([a], [b]) => a - b)
  for (const [value, count] of sorted) {
    ranks.set(value, total + count / 2)
    total += count
  }
  let observed = 0
  for (const [key, weight] of pairs) {
    const [low, high]: readonly [number, number] = JSON.parse(key)
    observed += weight * ((ranks.get(low) ?? 0) - (ranks.get(high) ?? 0)) ** 2
  }
  const expected = addSquaredDifferences(sorted.map(([value, count]) => [ranks.get(value) ?? 0, count]))
  return 1 - ((total - 1) * observed) / expected
}
