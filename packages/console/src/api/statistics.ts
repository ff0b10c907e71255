/** Figures of the work on a dataset, as the API answers them. */
import { api, readBody, type Wire } from "./client.ts"
import type { DatasetPath } from "./dataset.ts"
import { makeQuery } from "./query.ts"

export type FiguresRow = Wire<"FiguresRow">
export type CategoryRow = Wire<"CategoryFiguresRow">

export interface StatisticsQuery {
  readonly by: "day" | "person" | "person,work_type" | "category"
  /** A day in the time zone. Without it: the last 30 days. */
  readonly start?: string
  /** Without it: that of the dataset. */
  readonly time_zone?: string
}

/** The time zone of the reader. */
export const findReaderZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day that a clock in a time zone shows, such as `2026-11-20`. */
export const formatDay = (at: Date, timeZone: string): string => at.toLocaleDateString("sv-SE", { timeZone })

/** All that is known of the work on a dataset begins with the key of its queues, as it changes with them. */
export const makeStatisticsQuery = (path: DatasetPath, query: StatisticsQuery) =>
  makeQuery(["queue", path.owner, path.dataset, "statistics", query], (signal) =>
    api.GET("/datasets/{owner}/{dataset}/statistics/", { params: { path, query }, signal }),
  )

/** The same figures as CSV. */
export const readStatisticsCsv = (path: DatasetPath, query: StatisticsQuery): Promise<string> =>
  readBody(
    api.GET("/datasets/{owner}/{dataset}/statistics.csv", { params: { path, query }, parseAs: "text" }),
  )

/** The rows that are not those of categories. */
export const selectFigures = ({ rows }: Wire<"Statistics">): ReadonlyArray<FiguresRow> =>
  rows.filter((row): row is FiguresRow => "submitted" in row)

/** The rows of categories. */
export const selectCategories = ({ rows }: Wire<"Statistics">): ReadonlyArray<CategoryRow> =>
  rows.filter((row) => !("submitted" in row))
