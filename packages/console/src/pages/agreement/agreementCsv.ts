/** Figures of people as CSV, for a spreadsheet. Headings are the names of the API. */
import { type CsvCell, formatCsvLine } from "@annotary/core/check"
import type { Agreement, Figure } from "./figures.ts"

const format = (lines: ReadonlyArray<ReadonlyArray<CsvCell>>): string =>
  lines.map((cells) => formatCsvLine(cells, { isSpreadsheet: true })).join("")

const withLimits = (name: string) => [name, `${name}_lower`, `${name}_upper`]

const listCells = ({ limits, value }: Figure): ReadonlyArray<CsvCell> => [
  value,
  limits?.lower ?? null,
  limits?.upper ?? null,
]

/** A line for each person, with the limits of each figure. */
export const formatPeople = (people: ReadonlyArray<Agreement["people"][number]>): string =>
  format([
    [
      "person",
      "samples",
      ...["quality", "mean_similarity", "kappa", "alpha"].flatMap(withLimits),
      "accuracy",
    ],
    ...people.map((one) => [
      one.person,
      one.samples,
      ...[one.quality, one.mean_similarity, one.kappa, one.alpha].flatMap(listCells),
      one.errors?.accuracy ?? null,
    ]),
  ])

/** A line for each two unequal categories that a person and the others, or another person, gave an object. The API lists the 10 most frequent ones of each person and of each pair. */
export const formatConfusions = ({ pairs, people }: Pick<Agreement, "pairs" | "people">): string =>
  format([
    ["person", "other_person", "category_id", "category", "other_category_id", "other_category", "count"],
    ...[
      ...people.map(({ confusions, person }) => ({ confusions, names: [person, null] })),
      ...pairs.map(({ confusions, people: names }) => ({ confusions, names })),
    ].flatMap(({ confusions, names: [person = null, other = null] }) =>
      confusions.map((one) => [
        person,
        other,
        one.category_id,
        one.category,
        one.other_category_id,
        one.other_category,
        one.count,
      ]),
    ),
  ])
