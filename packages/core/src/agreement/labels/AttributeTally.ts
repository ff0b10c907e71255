/** Counts the agreement of attributes over many samples. */
import { computeAlphaOfCounts } from "../figures/alpha.ts"
import type { Figure } from "../figures/bootstrap.ts"
import { addSquaredDifferences } from "../figures/disagreement.ts"
import { KeyedColumns } from "../figures/KeyedColumns.ts"
import type { SampleSums } from "../figures/SampleSums.ts"
import type { AttributeAgreement } from "./attributeUnits.ts"

export interface AttributeSummary extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  /** Objects or images to which at least two people could give a value. */
  readonly units: number
  /** The share of units whose values are all equal. */
  readonly equal: Figure
  /**
   * Krippendorff's α, of numbers with the interval distance. Null too with more than 100 000 different values. Values that are no numbers have no
   * limits with more than 1000 different ones.
   */
  readonly alpha: Figure
  /**
   * Krippendorff's α of numbers with the ordinal distance, by their ranks; null for other values, as for α, where labels were compared before it was
   * stored, and where a sample has more than 1000 pairs of different numbers. It has no limits with more than 1000 different values or 10 000 pairs.
   */
  readonly ordinalAlpha: Figure
}

type Value = string | number

interface AttributeCounts extends Pick<AttributeAgreement, "category" | "name" | "level"> {
  units: number
  observed: number
  /** The number of times that each value was given; null when there are too many values to keep. */
  values: Map<Value, number> | null
  /** The pairs of unequal numbers with their weights, by both as JSON; null when there are too many, or when labels were compared without them. */
  pairs: Map<string, number> | null
  /** A number that all others are measured from, so that their squares keep their digits. */
  origin: number
  /** The columns of sums over samples: `numbers` and `squares` are of numbers alone, `counts` of all values. */
  readonly columns: Readonly<
    Record<"units" | "equal" | "observed" | "counts" | "numbers" | "squares", number>
  >
  readonly valueColumns: KeyedColumns<Value>
  readonly pairColumns: KeyedColumns<string>
}

/** The most values of an attribute that are kept: texts that everybody writes anew have no α worth its memory. */
const maxValues = 100_000

/** The most values and pairs of an attribute that are drawn for limits. */
const maxDrawn = { values: 1000, pairs: 10_000 }

export class AttributeTally {
  readonly #byName = new Map<string, AttributeCounts>()

  constructor(readonly sums: SampleSums) {}

  /** Adds the attributes of the sample that `sums` has begun. */
  add(attributes: ReadonlyArray<AttributeAgreement>): void {
    for (const attribute of attributes) {
      const { category, counts, equal, level, name, observed, pairs, units } = attribute
      const key = JSON.stringify([category, name, level])
      const tallied = this.#byName.get(key) ?? makeCounts(this.sums, attribute)
      this.#byName.set(key, tallied)
      tallied.units += units
      tallied.observed += observed
      this.sums.add(tallied.columns.units, units)
      this.sums.add(tallied.columns.equal, equal)
      this.sums.add(tallied.columns.observed, observed)
      this.#addValues(tallied, counts)
      if (level === "interval") this.#addPairs(tallied, pairs)
    }
  }

  #addValues(tallied: AttributeCounts, counts: AttributeAgreement["counts"]): void {
    const { columns, level, origin, valueColumns, values } = tallied
    for (const [value, count] of counts) {
      values?.set(value, (values.get(value) ?? 0) + count)
      valueColumns.add(value, count)
      this.sums.add(columns.counts, count)
      if (level === "nominal") continue
      const number = Number(value) - origin
      this.sums.add(columns.numbers, count * number)
      this.sums.add(columns.squares, count * number ** 2)
    }
    if ((values?.size ?? 0) > maxValues) tallied.values = null
  }

  /** Comparisons that were stored earlier have no pairs, nor do those with too many. */
  #addPairs(tallied: AttributeCounts, pairs: AttributeAgreement["pairs"]): void {
    if (pairs === undefined) {
      tallied.pairs = null
      tallied.pairColumns.clear()
      return
    }
    for (const [low, high, weight] of pairs) {
      const key = JSON.stringify([low, high])
      tallied.pairs?.set(key, (tallied.pairs.get(key) ?? 0) + weight)
      tallied.pairColumns.add(key, weight)
    }
    if ((tallied.pairs?.size ?? 0) > maxValues) tallied.pairs = null
  }

  /** Adds all figures to those that are estimated, and returns a function that returns them afterwards. */
  addFigures(): () => ReadonlyArray<AttributeSummary> {
    const added = Array.from(this.#byName.values(), (tallied) => {
      const { category, columns, level, name, units } = tallied
      const equal = this.sums.addFigure([columns.units], (sums) =>
        sums[columns.units] === 0 ? null : (sums[columns.equal] as number) / (sums[columns.units] as number),
      )
      const alpha = this.#addAlpha(tallied)
      const ordinalAlpha = this.#addOrdinalAlpha(tallied)
      return () => ({
        category,
        name,
        level,
        units,
        equal: equal(),
        alpha: alpha(),
        ordinalAlpha: ordinalAlpha(),
      })
    })
    return () => added.map((getSummary) => getSummary())
  }

  #addAlpha(tallied: AttributeCounts): () => Figure {
    const { columns, level } = tallied
    const value = computeAlpha(tallied)
    const values = level === "nominal" ? tallied.valueColumns.list() : null
    if (value === null || (level === "nominal" && values === null)) return () => ({ value, limits: null })
    const drawn = this.sums.addFigure([columns.counts], (sums) =>
      values === null
        ? computeIntervalAlpha(sums, columns)
        : computeAlphaOfCounts(
            sums[columns.observed] as number,
            values.map(([, column]) => sums[column] as number),
          ),
    )
    return () => ({ value, limits: drawn().limits })
  }

  #addOrdinalAlpha(tallied: AttributeCounts): () => Figure {
    const value = computeOrdinalAlpha(tallied.level, tallied.values, tallied.pairs)
    const [values, pairs] = [tallied.valueColumns.list(), tallied.pairColumns.list()]
    if (value === null || values === null || pairs === null) return () => ({ value, limits: null })
    const sorted = values
      .map(([number, column]) => ({ number: Number(number), column }))
      .sort((a, b) => a.number - b.number)
    const placeOf = new Map(sorted.map(({ number }, place) => [number, place]))
    const columns = sorted.map(({ column }) => column)
    const placed = pairs.map(([key, column]) => {
      const [low, high]: readonly [number, number] = JSON.parse(key)
      return { low: placeOf.get(low) ?? 0, high: placeOf.get(high) ?? 0, column }
    })
    const drawn = this.sums.addFigure([tallied.columns.counts], (sums) =>
      computeAlphaOfRanks(
        columns.map((column) => sums[column] as number),
        placed.map(({ column, high, low }) => [low, high, sums[column] as number]),
      ),
    )
    return () => ({ value, limits: drawn().limits })
  }
}

const makeCounts = (
  sums: SampleSums,
  { category, counts, level, name }: AttributeAgreement,
): AttributeCounts => ({
  category,
  level,
  name,
  units: 0,
  observed: 0,
  values: new Map(),
  pairs: new Map(),
  origin: level === "nominal" ? 0 : Number(counts[0]?.[0] ?? 0),
  columns: {
    units: sums.makeColumn(),
    equal: sums.makeColumn(),
    observed: sums.makeColumn(),
    counts: sums.makeColumn(),
    numbers: sums.makeColumn(),
    squares: sums.makeColumn(),
  },
  valueColumns: new KeyedColumns(sums, maxDrawn.values),
  pairColumns: new KeyedColumns(sums, maxDrawn.pairs),
})

/** The expected disagreement is that of all pairs of values, whatever their samples. */
const computeAlpha = ({
  level,
  observed,
  values,
}: Pick<AttributeCounts, "level" | "observed" | "values">): number | null => {
  if (values === null || values.size < 2) return null
  if (level === "nominal") return computeAlphaOfCounts(observed, values.values())
  let total = 0
  for (const count of values.values()) total += count
  const expected = addSquaredDifferences([...values].map(([value, count]) => [Number(value), count]))
  return 1 - ((total - 1) * observed) / expected
}

/** The same from sums: the squared differences of all pairs are n Σ x² − (Σ x)². Null where only rounding differs. */
const computeIntervalAlpha = (sums: Float64Array, columns: AttributeCounts["columns"]): number | null => {
  const [total, numbers] = [sums[columns.counts] as number, sums[columns.numbers] as number]
  const squares = total * (sums[columns.squares] as number)
  const expected = squares - numbers ** 2
  if (!(expected > 1e-12 * squares)) return null
  return 1 - ((total - 1) * (sums[columns.observed] as number)) / expected
}

/** The distance of two numbers is that of their ranks among all values, with the mean rank for equal ones. */
const computeOrdinalAlpha = (
  level: AttributeCounts["level"],
  values: AttributeCounts["values"],
  pairs: AttributeCounts["pairs"],
): number | null => {
  if (level !== "interval" || pairs === null || values === null) return null
  const sorted = [...values]
    .map(([value, count]) => [Number(value), count] as const)
    .sort(([a], [b]) => a - b)
  const placeOf = new Map(sorted.map(([number], place) => [number, place]))
  return computeAlphaOfRanks(
    sorted.map(([, count]) => count),
    Array.from(pairs, ([key, weight]) => {
      const [low, high]: readonly [number, number] = JSON.parse(key)
      return [placeOf.get(low) ?? 0, placeOf.get(high) ?? 0, weight]
    }),
  )
}

/** The ordinal α. `counts` has the number of each value in order, `pairs` the places of unequal ones in units with their weights. */
const computeAlphaOfRanks = (
  counts: ReadonlyArray<number>,
  pairs: ReadonlyArray<readonly [low: number, high: number, weight: number]>,
): number | null => {
  const ranks: Array<number> = []
  let total = 0
  for (const count of counts) {
    ranks.push(total + count / 2)
    total += count
  }
  let observed = 0
  for (const [low, high, weight] of pairs) observed += weight * ((ranks[low] ?? 0) - (ranks[high] ?? 0)) ** 2
  const expected = addSquaredDifferences(counts.map((count, place) => [ranks[place] ?? 0, count]))
  return expected > 0 ? 1 - ((total - 1) * observed) / expected : null
}
