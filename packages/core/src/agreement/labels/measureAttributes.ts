/** Agreement of attributes over many samples. */
import { type BootstrapOptions, estimateLimits, type Figure } from "../figures/bootstrap.ts"
import { addSquaredDifferences, countUnequalPairs } from "../figures/disagreement.ts"
import type { AttributeAgreement } from "./attributeUnits.ts"
import type { SampleAgreement } from "./compareLabels.ts"

export interface AttributeSummary extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  /** Objects or images to which at least two people could give a value. */
  readonly units: number
  /** The share of units whose values are all equal. */
  readonly equal: Figure
  /** Krippendorff's α, of numbers with the interval distance. */
  readonly alpha: number | null
}

export const measureAttributes = (
  samples: ReadonlyArray<SampleAgreement>,
  options: BootstrapOptions,
): ReadonlyArray<AttributeSummary> => {
  const byName = new Map<string, Array<AttributeAgreement>>()
  for (const { attributes } of samples)
    for (const attribute of attributes) {
      const key = JSON.stringify([attribute.category, attribute.name, attribute.level])
      const before = byName.get(key)
      if (before === undefined) byName.set(key, [attribute])
      else before.push(attribute)
    }
  return [...byName.values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const { category, level, name } = first
    const units = parts.reduce((sum, part) => sum + part.units, 0)
    return [{ category, name, level, units, equal: computeEqual(parts, options), alpha: combineAlpha(parts) }]
  })
}

const computeEqual = (parts: ReadonlyArray<AttributeAgreement>, options: BootstrapOptions): Figure => {
  // Typed arrays and a loop over places, because this is drawn a thousand times.
  const equals = Float64Array.from(parts, ({ equal }) => equal)
  const sizes = Float64Array.from(parts, ({ units }) => units)
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
    value: compute(Int32Array.from(parts.keys())),
    limits: estimateLimits(parts.length, compute, options),
  }
}

/** The expected disagreement is that of all pairs of values, whatever their samples. */
const combineAlpha = (parts: ReadonlyArray<AttributeAgreement>): number | null => {
  const counts = new Map<string | number, number>()
  let [observed, total] = [0, 0]
  for (const part of parts) {
    observed += part.observed
    for (const [value, count] of part.counts) {
      counts.set(value, (counts.get(value) ?? 0) + count)
      total += count
    }
  }
  const isInterval = parts[0]?.level === "interval"
  const expected = isInterval
    ? addSquaredDifferences([...counts].map(([value, count]) => [Number(value), count]))
    : countUnequalPairs(counts.values())
  return counts.size < 2 ? null : 1 - ((total - 1) * observed) / expected
}
