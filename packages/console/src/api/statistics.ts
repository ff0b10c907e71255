/** The calls of the API for figures of the work on a dataset. */
import { api, readBody } from "./client.ts"
import type { DatasetPath } from "./dataset.ts"
import { makeQuery } from "./query.ts"

export interface StatisticsQuery {
  readonly by: "day" | "person" | "person,work_type" | "category"
  /** A day in the time zone. Without it: the last 30 days. */
  readonly start?: string
  /** Without it: that of the dataset. */
  readonly time_zone?: string
}

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
