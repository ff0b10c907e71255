/** Figures about the work on a dataset. Pure. */
import type { Wire } from "../../api/client.ts"
import { type FiguresRow, formatDay, selectFigures } from "../../api/figures.ts"
import { countToLabel, countToReview } from "../../api/waiting.ts"

type Stats = Wire<"LabelStats">

/** The finished work of one day. */
export interface Day {
  /** Seconds since 1970 at the beginning of this date in UTC, whatever the time zone of the work. */
  readonly at: number
  /** Samples handed in. */
  readonly labeled: number
  /** Samples accepted or rejected. */
  readonly reviewed: number
}

const daySeconds = 24 * 3600

/** Each day of a span, also those without work. Work outside of the queues is no part of it. */
export const listDays = (statistics: Wire<"Statistics">): ReadonlyArray<Day> => {
  const { end, start, time_zone } = statistics
  const rows = new Map(selectFigures(statistics).map((row) => [row.day, row]))
  const [first, last] = [new Date(start), new Date(Date.parse(end) - 1)].map(
    (at) => Date.parse(formatDay(at, time_zone)) / 1000 / daySeconds,
  )
  if (first === undefined || last === undefined) return []
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * daySeconds
    const row = rows.get(new Date(at * 1000).toISOString().slice(0, 10))
    return { at, labeled: row?.submitted ?? 0, reviewed: countReviewed(row) }
  })
}

const countReviewed = (row: FiguresRow | undefined): number => (row?.accepted ?? 0) + (row?.rejected ?? 0)

/** Counts what one person did. */
export interface PersonWork {
  readonly user: string
  /** Samples handed in. */
  readonly labeled: number
  /** Samples accepted or rejected. */
  readonly reviewed: number
  readonly skipped: number
  /** Active milliseconds. */
  readonly time: number
}

/** Lists who did how much, who did most first. */
export const listPeople = (statistics: Wire<"Statistics">): ReadonlyArray<PersonWork> =>
  selectFigures(statistics)
    .map((row) => ({
      user: row.person ?? "",
      labeled: row.submitted,
      reviewed: countReviewed(row),
      skipped: row.skipped,
      time: row.time,
    }))
    .sort((a, b) => b.labeled + b.reviewed - (a.labeled + a.reviewed))

/** Whether nobody has labeled anything: every sample is as it was imported. */
export const isUntouched = (stats: Stats): boolean =>
  Object.entries(stats).every(
    ([status, count]) =>
      count === 0 || status === "UNLABELED" || status === "PRELABELED" || status === "TOTAL",
  )

/** The next step of the work on samples: `labelRest` where a part of them is past it, `finished` where nothing waits. */
export const findNextStep = (stats: Stats): "label" | "labelRest" | "review" | "finished" => {
  if (countToLabel(stats) > 0) return isUntouched(stats) ? "label" : "labelRest"
  return countToReview(stats) > 0 ? "review" : "finished"
}

/** Estimates how many days the rest takes at the pace of the last seven; undefined without work or without a rest. */
export const estimateDaysLeft = (
  rest: number,
  days: ReadonlyArray<Day>,
  kind: "labeled" | "reviewed",
): number | undefined => {
  const done = days.slice(-7).reduce((sum, day) => sum + day[kind], 0)
  return done === 0 || rest === 0 ? undefined : Math.ceil((rest * Math.min(7, days.length)) / done)
}
