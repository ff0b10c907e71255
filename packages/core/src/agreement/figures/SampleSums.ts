/** Figures that are computed from sums over samples, with limits over draws of the samples. */
import {
  type BootstrapOptions,
  type Figure,
  findLimits,
  type Limits,
  makeDraw,
  requireOptions,
} from "./bootstrap.ts"
import { ColumnLog, type SortedLog } from "./ColumnLog.ts"
import { makeRandom } from "./random.ts"

/**
 * The most groups of samples. Each sample is drawn by itself up to this number; of more samples, groups are drawn, which take samples at random. The
 * limits of 2000 groups differ from those of single samples by less than those of two seeds do, and neither their time nor their memory grows.
 */
export const maxGroups = 2000

/** Computes a figure of the sums of all columns. Null where it does not exist. */
export type ComputeFigure = (sums: Float64Array) => number | null

/** The most figures that are estimated at once: 1000 draws of each are 8 KB. */
const maxDrawnFigures = 10_000

/** Columns of numbers, to each of which a sample adds what it has. A figure is computed from the sums of columns. */
export class SampleSums {
  readonly #log = new ColumnLog(maxGroups)
  readonly #figures: Array<{ readonly base: ReadonlyArray<number>; readonly compute: ComputeFigure }> = []
  readonly #random = makeRandom(1)
  #columns = 0
  #samples = 0
  #estimates: ReadonlyArray<Figure> = []

  /** Begins another sample, to which the following numbers belong. */
  beginSample(): void {
    this.#log.begin(this.#samples < maxGroups ? this.#samples : Math.floor(maxGroups * this.#random()))
    this.#samples += 1
  }

  makeColumn(): number {
    this.#columns += 1
    return this.#columns - 1
  }

  add(column: number, value: number): void {
    if (value !== 0) this.#log.add(column, value)
  }

  /**
   * Adds a figure, and returns a function that returns it once figures are estimated. `base` are columns of which every sample has something that
   * counts for the figure: where fewer than two do, it has no limits.
   */
  addFigure(base: ReadonlyArray<number>, compute: ComputeFigure): () => Figure {
    const place = this.#figures.push({ base, compute }) - 1
    return () => this.#estimates[place] ?? { value: null, limits: null }
  }

  /** Estimates all figures in steps. They have the same draws, so that many figures cost little more than one. */
  *estimate(options: BootstrapOptions): Generator<void> {
    const { level } = requireOptions(options)
    const groups = Math.min(this.#samples, maxGroups)
    const log = this.#log.sort(this.#columns)
    const sums = new Float64Array(this.#columns)
    yield* addUp(log, new Int32Array(groups).fill(1), sums)
    const values = this.#figures.map(({ compute }) => compute(sums))
    const places = [...this.#figures.keys()].filter(
      (place) => values[place] !== null && hasTwoGroups(log, this.#figures[place]?.base ?? []),
    )
    const limits = new Map<number, Limits | null>()
    for (let from = 0; from < places.length; from += maxDrawnFigures) {
      const batch = places.slice(from, from + maxDrawnFigures)
      const drawn = yield* this.#draw(batch, groups, log, sums, requireOptions(options))
      for (const [at, place] of batch.entries()) limits.set(place, findLimits(drawn[at] ?? [], level))
    }
    this.#estimates = values.map((value, place) => ({ value, limits: limits.get(place) ?? null }))
  }

  /** The figures at these places, of every draw in which they exist. */
  *#draw(
    places: ReadonlyArray<number>,
    groups: number,
    log: SortedLog,
    sums: Float64Array,
    { draws, seed }: Required<BootstrapOptions>,
  ): Generator<void, ReadonlyArray<Float64Array>> {
    const drawn = places.map(() => new Float64Array(draws))
    const counts = places.map(() => 0)
    const draw = makeDraw(groups, seed)
    const weights = new Int32Array(groups)
    for (let time = 0; time < draws; time++) {
      weights.fill(0)
      for (const index of draw()) weights[index] = (weights[index] as number) + 1
      yield* addUp(log, weights, sums)
      for (let at = 0; at < places.length; at++) {
        const figure = this.#figures[places[at] as number]?.compute(sums) ?? null
        if (figure === null) continue
        ;(drawn[at] as Float64Array)[counts[at] as number] = figure
        counts[at] = (counts[at] as number) + 1
      }
    }
    return drawn.map((figures, at) => figures.subarray(0, counts[at]))
  }
}

/** Numbers between two steps of an addition. */
const stepLength = 1_000_000

/** Adds up all columns, each group as often as its weight says, in steps. */
function* addUp(
  { ends, groups, values }: SortedLog,
  weights: Int32Array,
  sums: Float64Array,
): Generator<void> {
  // A loop over places, because this is drawn a thousand times.
  let at = 0
  let next = stepLength
  for (let place = 0; place < ends.length; place++) {
    const end = ends[place] as number
    let sum = 0
    for (; at < end; at++) sum += (weights[groups[at] as number] as number) * (values[at] as number)
    sums[place] = sum
    if (at < next) continue
    next = at + stepLength
    yield
  }
  yield
}

const hasTwoGroups = ({ ends, groups }: SortedLog, base: ReadonlyArray<number>): boolean => {
  let first: number | undefined
  for (const column of base)
    for (let at = column === 0 ? 0 : (ends[column - 1] as number); at < (ends[column] as number); at++) {
      if (first === undefined) first = groups[at]
      else if (groups[at] !== first) return true
    }
  return false
}
