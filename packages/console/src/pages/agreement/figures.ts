/** Figures of agreement as text, and as a matrix of people. */
import type { Wire } from "../../api/client.ts"

export type Figure = Wire<"AgreementFigure">
export type Agreement = Wire<"DatasetAgreement">

/** Two decimals, as limits are seldom closer; "–" for a figure that does not exist. */
export const formatFigure = (value: number | null, language: string): string =>
  value === null
    ? "–"
    : new Intl.NumberFormat(language, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: "negative",
      }).format(value)

/** A share in percent with one decimal; "–" for one that does not exist. */
export const formatPercent = (share: number | null, language: string): string =>
  share === null
    ? "–"
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share)

/** The limits of a figure as text; undefined without limits. */
export const formatLimits = (
  { limits }: Figure,
  language: string,
): { readonly lower: string; readonly upper: string } | undefined =>
  limits === null
    ? undefined
    : { lower: formatFigure(limits.lower, language), upper: formatFigure(limits.upper, language) }

/** Sorts rows from the lowest figure. Rows without a figure come last. */
export const sortFromLowest = <Row>(
  rows: ReadonlyArray<Row>,
  getFigure: (row: Row) => Figure,
): ReadonlyArray<Row> => {
  const rank = (row: Row) => getFigure(row).value ?? Number.MAX_VALUE
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

/** The quality of a person beside another one; undefined where they never labeled the same sample. */
export type FindQuality = (first: string, second: string) => number | null | undefined

/** Finds the quality of two people, in either order. */
export const indexPairs = (pairs: Agreement["pairs"]): FindQuality => {
  const qualities = new Map(
    pairs.flatMap(({ people, quality }) => [
      [JSON.stringify(people), quality.value] as const,
      [JSON.stringify(people.toReversed()), quality.value] as const,
    ]),
  )
  return (first, second) => qualities.get(JSON.stringify([first, second]))
}
