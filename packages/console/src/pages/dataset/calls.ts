/** The calls of the API about the work on a dataset, in the days of the reader. */
import type { DatasetPath } from "../../api/dataset.ts"
import { findReaderZone, statisticsQuery } from "../../api/statistics.ts"

/** The work of each of the last 30 days. */
export const daysQuery = (path: DatasetPath) =>
  statisticsQuery(path, { by: "day", time_zone: findReaderZone() })

/** The work of each person in the same days. */
export const peopleWorkQuery = (path: DatasetPath) =>
  statisticsQuery(path, { by: "person", time_zone: findReaderZone() })
