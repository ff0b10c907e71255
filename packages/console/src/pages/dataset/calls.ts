/** The calls of the API about the work on a dataset, in the days of the reader. */
import type { DatasetPath } from "../../api/dataset.ts"
import { findReaderZone } from "../../api/figures.ts"
import { makeStatisticsQuery } from "../../api/statistics.ts"

/** The work of each of the last 30 days. */
export const makeDaysQuery = (path: DatasetPath) =>
  makeStatisticsQuery(path, { by: "day", time_zone: findReaderZone() })

/** The work of each person in the same days. */
export const makePeopleWorkQuery = (path: DatasetPath) =>
  makeStatisticsQuery(path, { by: "person", time_zone: findReaderZone() })
