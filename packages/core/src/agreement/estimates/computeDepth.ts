/** The most edges on one horizontal line: the greatest number of the intervals of rows that contain one place. */
export const computeDepth = (rows: ReadonlyArray<readonly [number, number]>): number => {
  const begins = Float64Array.from(rows, ([a, b]) => Math.min(a, b)).sort()
  const ends = Float64Array.from(rows, ([a, b]) => Math.max(a, b)).sort()
  let [deepest, ended] = [0, 0]
  for (let begun = 0; begun < begins.length; begun++) {
    while ((ends[ended] as number) < (begins[begun] as number)) ended += 1
    deepest = Math.max(deepest, begun + 1 - ended)
  }
  return deepest
}
