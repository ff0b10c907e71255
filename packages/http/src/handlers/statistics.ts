/** Figures of work as JSON. */
import {
  type FigureDimension,
  type FiguresRow,
  figureDimensions,
  formatCsvLine,
  type JsonTree,
  noFigures,
  type Statistics,
  type StatisticsRequest,
  type WorkFigures,
} from "@annotary/core/effect"
import type { StatisticsParams } from "../api/parameters.ts"

type Fields = { readonly [name: string]: string | number | null }

/** The request that the parameters describe. */
export const toStatisticsQuery = ({
  by,
  time_zone,
  ...rest
}: typeof StatisticsParams.Type): StatisticsRequest => ({
  ...rest,
  ...(time_zone === undefined ? {} : { timeZone: time_zone }),
  by: figureDimensions.filter((dimension: FigureDimension) => by.split(",").includes(dimension)),
})

/** The figures by their names in the API. */
export const toFiguresJson = (figures: WorkFigures): Fields => ({
  workunits: figures.workunits,
  submitted: figures.submitted,
  resubmitted: figures.resubmitted,
  saved: figures.saved,
  skipped: figures.skipped,
  accepted: figures.accepted,
  rejected: figures.rejected,
  edited: figures.edited,
  returned: figures.returned,
  first_reviews: figures.firstReviews,
  first_reviews_accepted: figures.firstReviewsAccepted,
  first_pass_acceptance:
    figures.firstReviews === 0
      ? null
      : Math.round((figures.firstReviewsAccepted / figures.firstReviews) * 10_000) / 10_000,
  ...toObjectsJson(figures),
  objects_unknown: figures.objectsUnknown,
  time: figures.time,
  inactive_time: figures.inactiveTime,
})

const toObjectsJson = (figures: WorkFigures): Fields => ({
  objects_created: figures.objectsCreated,
  objects_changed: figures.objectsChanged,
  objects_removed: figures.objectsRemoved,
})

/** A row with the dimensions that were asked for. */
const toRowJson = (
  { category, day, figures, person, workType }: FiguresRow,
  { by, categories }: Statistics,
): Fields => ({
  ...(by.includes("day") ? { day } : {}),
  ...(by.includes("person") ? { person } : {}),
  ...(by.includes("work_type") ? { work_type: workType } : {}),
  ...(category === null
    ? toFiguresJson(figures)
    : { category_id: category, category: categories.get(category) ?? null, ...toObjectsJson(figures) }),
})

export const toStatisticsJson = (statistics: Statistics): JsonTree => ({
  start: statistics.start,
  end: statistics.end,
  time_zone: statistics.timeZone,
  by: statistics.by,
  rows: statistics.rows.map((row) => toRowJson(row, statistics)),
  total: toFiguresJson(statistics.total),
})

/** The rows as CSV: their dimensions, then their figures. Without rows, the heading alone. */
export const formatStatisticsCsv = (statistics: Statistics): string => {
  const { by, rows } = statistics
  const dimensions = by.flatMap((dimension) =>
    dimension === "category" ? ["category_id", "category"] : [dimension],
  )
  const names = Object.keys(by.includes("category") ? toObjectsJson(noFigures) : toFiguresJson(noFigures))
  const columns = [...dimensions, ...names]
  const lines = rows.map((row) => {
    const fields = toRowJson(row, statistics)
    return columns.map((column) => fields[column] ?? null)
  })
  return [columns, ...lines].map((cells) => formatCsvLine(cells, { isSpreadsheet: true })).join("")
}

/** A name of a file. Names of datasets have other characters in other scripts. */
export const formatCsvName = ({ dataset }: { readonly dataset: string }): string =>
  `${dataset.replaceAll(/[^\w.-]/g, "_")}-statistics.csv`
