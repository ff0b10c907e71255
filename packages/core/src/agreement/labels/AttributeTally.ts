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
}

interface AttributeCounts extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  /** Of each sample with the attribute. */
  readonly equals: Array<number>
  readonly units: Array<number>
  observed: number
  /** The number of times that each value was given; null when there are too many values to keep. */
  values: Map<string | number, number> | null
}

/** The most values of an attribute that are kept: texts that everybody writes anew have no α worth its memory. */
const maxValues = 100_000

export class AttributeTally {
  readonly #byName = new Map<string, AttributeCounts>()

  /** Adds the attributes of one sample. */
  add(attributes: ReadonlyArray<AttributeAgreement>): void {
    for (const { category, counts, equal, level, name, observed, units } of attributes) {
      const key = JSON.stringify([category, name, level])
      const sums = this.#byName.get(key) ?? makeCounts({ category, level, name })
      this.#byName.set(key, sums)
      sums.equals.push(equal)
      sums.units.push(units)
      sums.observed += observed
      for (const [value, count] of counts) sums.values?.set(value, (sums.values.get(value) ?? 0) + count)
      if ((sums.values?.size ?? 0) > maxValues) sums.values = null
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
})

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
