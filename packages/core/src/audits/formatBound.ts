/**
 * An upper bound as percent of its population, with two decimals and rounded up: a bound that was rounded down would state more than was
 * proved. Pure.
 */
export const formatBound = (upper: number, population: number): string =>
  `${population === 0 ? "0.00" : (Math.ceil((upper * 10_000) / population) / 100).toFixed(2)} %`
