/** Figures of agreement as text, and as a matrix of people. */
import type { Wire } from "../../api/client.ts"

type Figure = Wire<"AgreementFigure">
export type Agreement = Wire<"DatasetAgreement">

/** Two decimals, as limits are seldom closer; "–" for a figure that does not exist. */
export const formatFigure = (value: number | null, language: string): string =>
  value === null
    ? "–"
    : new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)

/** "0.71–0.86", or nothing without limits. */
export const formatLimits = ({ limits }: Figure, language: string): string =>
  limits === null ? "" : [limits.lower, limits.upper].map((value) => formatFigure(value, language)).join("–")

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
