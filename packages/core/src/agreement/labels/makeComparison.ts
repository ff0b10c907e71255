/** Figures of two people, and of one person with all others. */
import type { Figure } from "../figures/bootstrap.ts"
import { ConfusionCounts } from "../figures/confusion.ts"
import type { ComputeFigure, SampleSums } from "../figures/SampleSums.ts"
import type { PersonSummary } from "./AgreementSummary.ts"
import { absent } from "./compareLabels.ts"
import type { CountedValues, PairTally } from "./PairTally.ts"

type Comparison = Omit<PersonSummary, "errors" | "person">

/**
 * Adds the figures of pairs together to those that are estimated, and returns a function that returns them afterwards. `first` is the first one in
 * their confusions, and one of each pair; `samples` is the number of samples of all pairs.
 */
export const makeComparison = (
  sums: SampleSums,
  pairs: ReadonlyArray<PairTally>,
  first: string,
  samples: number,
): (() => Comparison) => {
  const getColumns = (name: keyof PairTally["columns"]) => pairs.map(({ columns }) => columns[name])
  const addRatio = (above: ReadonlyArray<number>, below: ReadonlyArray<number>, factor = 1): (() => Figure) =>
    sums.addFigure(below, (all) => {
      const base = addColumns(all, below)
      return base === 0 ? null : (factor * addColumns(all, above)) / base
    })
  const values = pairs.flatMap((pair) => [...pair.listValues(pair.people[0] === first)])
  const chosen = values.filter((value) => value.first !== absent && value.second !== absent)
  const confusion = new ConfusionCounts()
  for (const value of values) confusion.add(value.first, value.second, value.count)
  const objects = getColumns("objects")
  const quality = addRatio(getColumns("qualities"), getColumns("samples"))
  const f1 = (pairs[0]?.thresholds ?? []).map((threshold, index) => {
    const right = pairs.map((pair) => pair.right[index] as number)
    return [threshold, addRatio(right, objects, 2)] as const
  })
  const meanSimilarity = addRatio(getColumns("similarities"), getColumns("matches"))
  const identity = addRatio(getColumns("identities"), getColumns("sequences"))
  const kappa = sums.addFigure(getColumns("matches"), makeComputeKappa(chosen))
  const alpha = sums.addFigure(objects, makeComputeAlpha(values))
  return () => ({
    samples,
    quality: quality(),
    f1: f1.map(([threshold, figure]) => ({ threshold, ...figure() })),
    meanSimilarity: meanSimilarity(),
    identity: identity(),
    kappa: kappa(),
    alpha: alpha(),
    confusion: confusion.list(),
  })
}

const addColumns = (sums: Float64Array, columns: ReadonlyArray<number>): number => {
  let sum = 0
  for (let at = 0; at < columns.length; at++) sum += sums[columns[at] as number] as number
  return sum
}

/** The columns of pairs of values, and the places of both values in one list: typed arrays, because figures are computed a thousand times. */
const listPlaces = (values: ReadonlyArray<CountedValues>) => {
  const places = new Map<string | number, number>()
  const getPlace = (value: string | number): number => {
    const place = places.get(value) ?? places.size
    places.set(value, place)
    return place
  }
  const firsts = Int32Array.from(values, ({ first }) => getPlace(first))
  const seconds = Int32Array.from(values, ({ second }) => getPlace(second))
  return { columns: Int32Array.from(values, ({ column }) => column), firsts, seconds, size: places.size }
}

/** κ as in `computeKappa`, from the sums of pairs of values. */
const makeComputeKappa = (values: ReadonlyArray<CountedValues>): ComputeFigure => {
  const { columns, firsts, seconds, size } = listPlaces(values)
  const [rows, totals] = [new Float64Array(size), new Float64Array(size)]
  return (sums) => {
    rows.fill(0)
    totals.fill(0)
    let [equal, total] = [0, 0]
    for (let at = 0; at < columns.length; at++) {
      const count = sums[columns[at] as number] as number
      const [row, column] = [firsts[at] as number, seconds[at] as number]
      rows[row] = (rows[row] as number) + count
      totals[column] = (totals[column] as number) + count
      total += count
      if (row === column) equal += count
    }
    let chance = 0
    for (let place = 0; place < size; place++) chance += (rows[place] as number) * (totals[place] as number)
    const remaining = total * total - chance
    return remaining === 0 ? null : (equal * total - chance) / remaining
  }
}

/** The α of units of two values each: the observed disagreement is the number of unequal ones. */
const makeComputeAlpha = (values: ReadonlyArray<CountedValues>): ComputeFigure => {
  const { columns, firsts, seconds, size } = listPlaces(values)
  const counts = new Float64Array(size)
  return (sums) => {
    counts.fill(0)
    let [observed, total] = [0, 0]
    for (let at = 0; at < columns.length; at++) {
      const count = sums[columns[at] as number] as number
      const [first, second] = [firsts[at] as number, seconds[at] as number]
      counts[first] = (counts[first] as number) + count
      counts[second] = (counts[second] as number) + count
      total += 2 * count
      if (first !== second) observed += count
    }
    let equal = 0
    for (let place = 0; place < size; place++) equal += (counts[place] as number) ** 2
    const expected = (total * total - equal) / 2
    return expected === 0 ? null : 1 - ((total - 1) * observed) / expected
  }
}
