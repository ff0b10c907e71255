/** Krippendorff's α: agreement of any number of people, with values missing (Krippendorff 2011, "Computing Krippendorff's alpha-reliability"). */

import {
  addSquaredDifferences,
  computeInequality,
  computeUnitDisagreement,
  countUnequalPairs,
} from "./disagreement.ts"

/**
 * The distance of values. `nominal`: equal or not. `ordinal`: by the number of values between their ranks. `interval`: by the square of the
 * difference.
 */
export type MeasurementLevel = "nominal" | "ordinal" | "interval"

/**
 * α = 1 − observed over expected disagreement. Each unit contains the values that people gave it, without those that are missing; units with one
 * value do not count. Null when all values that count are equal, because nothing can be expected then, and when there are none.
 */
export const computeAlpha = (
  units: ReadonlyArray<ReadonlyArray<string | number>>,
  level: MeasurementLevel = "nominal",
): number | null => {
  const pairable = units.filter(({ length }) => length > 1)
  for (const unit of pairable) for (const value of unit) requireFinite(value)
  if (level === "nominal") {
    const counts = computeNominalParts(pairable)
    return toAlpha(counts.observed, counts.counts)
  }
  const numbers = pairable.map((unit) => unit.map(requireNumber))
  return computeSquaredAlpha(level === "ordinal" ? rankValues(numbers) : numbers)
}

/** The parts of a nominal α, which are sums over units: α of many sets of units comes from the sums of their parts. */
export interface NominalParts {
  /** Σ over units of (pairs of different values) / (values − 1). */
  readonly observed: number
  /** The number of times that each value was given. */
  readonly counts: ReadonlyMap<string | number, number>
}

export const computeNominalParts = (units: ReadonlyArray<ReadonlyArray<string | number>>): NominalParts => {
  const counts = new Map<string | number, number>()
  let observed = 0
  for (const unit of units) {
    if (unit.length < 2) continue
    for (const value of unit) counts.set(value, (counts.get(value) ?? 0) + 1)
    observed += computeUnitDisagreement(unit, computeInequality)
  }
  return { observed, counts }
}

/** α from its parts: 1 − (n − 1) · observed / (pairs of different values among all). */
export const toAlpha = (observed: number, counts: ReadonlyMap<string | number, number>): number | null =>
  computeAlphaOfCounts(observed, counts.values())

/** The same from the number of times that each value was given. */
export const computeAlphaOfCounts = (observed: number, counts: Iterable<number>): number | null => {
  const list = [...counts]
  const total = list.reduce((sum, count) => sum + count, 0)
  const expected = countUnequalPairs(list)
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected
}

/**
 * The observed agreement: 1 − the observed disagreement of α, which is the share of equal pairs of values. `total` is the number of values. Null
 * when there are none.
 */
export const computeObservedAgreement = (observed: number, total: number): number | null =>
  total === 0 ? null : 1 - (2 * observed) / total

const computeSquaredAlpha = (units: ReadonlyArray<ReadonlyArray<number>>): number | null => {
  const values = units.flat()
  if (values.length === 0 || values.every((value) => value === values[0])) return null
  const addPairs = (list: ReadonlyArray<number>) => addSquaredDifferences(list.map((value) => [value, 1]))
  const observed = units.reduce((sum, unit) => sum + addPairs(unit) / (unit.length - 1), 0)
  return 1 - ((values.length - 1) * observed) / addPairs(values)
}

/** The ordinal distance of two values is that of their ranks, with the mean rank for equal ones. */
const rankValues = (units: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ReadonlyArray<number>> => {
  const counts = new Map<number, number>()
  for (const value of units.flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ranks = new Map<number, number>()
  let before = 0
  for (const value of [...counts.keys()].sort((a, b) => a - b)) {
    const count = counts.get(value) ?? 0
    ranks.set(value, before + count / 2)
    before += count
  }
  return units.map((unit) => unit.map((value) => ranks.get(value) ?? 0))
}

/** NaN would differ from itself. */
const requireFinite = (value: string | number): void => {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`The value ${value} is not a finite number; leave values out that are missing.`)
}

const requireNumber = (value: string | number): number => {
  if (typeof value !== "number")
    throw new RangeError(
      `The value ${JSON.stringify(value)} of an ordinal or interval figure is not a number.`,
    )
  return value
}
