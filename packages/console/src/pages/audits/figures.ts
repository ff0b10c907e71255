/** Figures of audits as text. */

/** A share as percent, with more decimals the smaller it is: 0.0195 is "1.95 %", 0.00195 is "0.2 %". */
export const formatShare = (share: number, language: string): string => {
  return new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: chooseDecimals(share),
  }).format(share)
}

const chooseDecimals = (share: number): number => (share > 0 && share < 0.001 ? 4 : share < 0.1 ? 2 : 1)

/** An upper bound as percent of its population, rounded up: a bound that was rounded down would state more than was proved. */
export const formatBound = (upper: number, population: number, language: string): string => {
  if (population === 0) return formatShare(0, language)
  // Counted in steps of the last decimal, so that a share such as 7 of 100 does not become 7.01 %.
  const steps = 10 ** (2 + chooseDecimals(upper / population))
  return formatShare(Math.ceil((upper * steps) / population) / steps, language)
}

/** The share of a population; zero of none. */
export const computeShare = (count: number, population: number): number =>
  population === 0 ? 0 : count / population

/** The confidence, such as 95 % or 99.99 %. */
export const formatLevel = (level: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(level)

/** Percent as shares of the API: 0.07 is 7 % and no number near it. */
export const fromPercent = (percent: number): number => Math.round(percent * 1e6) / 1e8

/** The top of a chart of a bound: its first values are near 100 %, and would press those that matter together. */
export const chooseTop = (
  uppers: ReadonlyArray<number>,
  shares: ReadonlyArray<number>,
  goal: number | null,
) => Math.min(1, Math.max(0.01, 4 * (uppers.at(-1) ?? 1), 3 * (goal ?? 0), 1.2 * (shares.at(-1) ?? 0)))
