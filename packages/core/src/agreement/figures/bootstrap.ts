/** Limits of a figure by the bootstrap (Efron 1979): the figure of many samples that are drawn again from the same ones. */
import { makeRandomFill } from "./random.ts"

export interface BootstrapOptions {
  readonly seed: number
  /** The number of draws. Defaults to 1000. */
  readonly draws?: number
  /** The share of draws between the limits. Defaults to 0.95. */
  readonly level?: number
}

export interface Limits {
  readonly lower: number
  readonly upper: number
}

/** A figure with its limits. */
export interface Figure {
  /** Null where it does not exist. */
  readonly value: number | null
  readonly limits: Limits | null
}

/**
 * Percentile limits. `compute` returns the figure of the samples with these numbers, of which some come several times; draws for which it returns
 * null are left out. Null when there are fewer than two samples or no draw has a figure.
 */
export const estimateLimits = (
  samples: number,
  compute: (indices: Int32Array) => number | null,
  options: BootstrapOptions,
): Limits | null => {
  const { draws, level, seed } = requireOptions(options)
  if (samples < 2) return null
  const draw = makeDraw(samples, seed)
  const figures: Array<number> = []
  for (let time = 0; time < draws; time++) {
    const figure = compute(draw())
    if (figure !== null) figures.push(figure)
  }
  return findLimits(figures, level)
}

/** The options with their defaults; throws where they have no meaning. */
export const requireOptions = ({
  draws = 1000,
  level = 0.95,
  seed,
}: BootstrapOptions): Required<BootstrapOptions> => {
  if (!(level > 0 && level < 1)) throw new RangeError(`The level must be between 0 and 1, not ${level}.`)
  if (!Number.isSafeInteger(seed)) throw new RangeError(`The seed must be a whole number, not ${seed}.`)
  if (!Number.isSafeInteger(draws) || draws < 1)
    throw new RangeError(`The number of draws must be a whole number above 0, not ${draws}.`)
  return { draws, level, seed }
}

/** Makes a function that draws as many samples as there are, with replacement. It returns their numbers, in one array for all draws. */
export const makeDraw = (samples: number, seed: number): (() => Int32Array) => {
  const fill = makeRandomFill(seed)
  const words = new Uint32Array(samples)
  const indices = new Int32Array(samples)
  const scale = samples / 2 ** 32
  return () => {
    fill(words)
    for (let index = 0; index < samples; index++) indices[index] = (words[index] as number) * scale
    return indices
  }
}

/** The limits between which the share `level` of the figures is. */
export const findLimits = (figures: ArrayLike<number>, level: number): Limits | null => {
  if (figures.length === 0) return null
  const sorted = Float64Array.from(figures).sort()
  return {
    lower: findQuantile(sorted, (1 - level) / 2),
    upper: findQuantile(sorted, (1 + level) / 2),
  }
}

/** Between the two nearest values, by their distance, as in numpy. */
const findQuantile = (sorted: Float64Array, share: number): number => {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const [low = 0, high = low] = sorted.subarray(below, below + 2)
  return low + (high - low) * (place - below)
}
