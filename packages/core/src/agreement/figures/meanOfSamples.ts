/** Means over samples with their limits. */
import { type BootstrapOptions, estimateLimitsInSteps, type Figure } from "./bootstrap.ts"

/**
 * The mean of values, with limits over draws of samples: values of one sample are drawn together. `samples` has the number of the sample of each
 * value. In steps of one draw.
 */
export function* computeMeanOfSamples(
  samples: ReadonlyArray<number>,
  values: ReadonlyArray<number>,
  options: BootstrapOptions,
): Generator<void, Figure> {
  const bySample = new Map<number, { sum: number; count: number }>()
  for (const [index, sample] of samples.entries()) {
    const part = bySample.get(sample) ?? { sum: 0, count: 0 }
    part.sum += values[index] ?? 0
    part.count += 1
    bySample.set(sample, part)
  }
  if (bySample.size === 0) return { value: null, limits: null }
  // Typed arrays and a loop over places, because this is drawn a thousand times.
  const sums = Float64Array.from(bySample.values(), ({ sum }) => sum)
  const counts = Float64Array.from(bySample.values(), ({ count }) => count)
  const compute = (indices: Int32Array): number => {
    let [sum, count] = [0, 0]
    for (let place = 0; place < indices.length; place++) {
      const index = indices[place] as number
      sum += sums[index] as number
      count += counts[index] as number
    }
    return sum / count
  }
  return {
    value: compute(Int32Array.from(sums.keys())),
    limits: yield* estimateLimitsInSteps(sums.length, compute, options),
  }
}
