/** The observed disagreement of the values of one unit, of which Krippendorff's α is made. */

type Value = string | number

/** 0 or 1. */
export const computeInequality = (a: Value, b: Value): number => (a === b ? 0 : 1)

/** The square of the difference of numbers; 0 or 1 for other values. */
export const computeDifference = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? (a - b) ** 2 : computeInequality(a, b)

/** The sum over the pairs of values / (values − 1). */
export const computeUnitDisagreement = (
  values: ReadonlyArray<Value>,
  compute: (a: Value, b: Value) => number,
): number => {
  let sum = 0
  for (let index = 1; index < values.length; index++)
    for (let before = 0; before < index; before++)
      sum += compute(values[before] as Value, values[index] as Value)
  return sum / (values.length - 1)
}

/** The square of the difference, summed over all pairs of numbers: n Σ (x − m)², with the mean m. Each number has its count. */
export const addSquaredDifferences = (
  numbers: Iterable<readonly [number: number, count: number]>,
): number => {
  const list = [...numbers]
  const total = list.reduce((sum, [, count]) => sum + count, 0)
  const mean = list.reduce((sum, [number, count]) => sum + number * count, 0) / total
  return total * list.reduce((sum, [number, count]) => sum + count * (number - mean) ** 2, 0)
}

/** The number of pairs of values that are not equal. */
export const countUnequalPairs = (counts: Iterable<number>): number => {
  let [total, squares] = [0, 0]
  for (const count of counts) {
    total += count
    squares += count * count
  }
  return (total * total - squares) / 2
}

/** The value with the largest count, of several the first. */
export const findMostFrequent = (values: Iterable<number>): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let largest = 0
  let frequent: number | undefined
  for (const [value, count] of counts) if (count > largest) [frequent, largest] = [value, count]
  return frequent
}
