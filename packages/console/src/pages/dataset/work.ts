/** Figures about the work on a dataset. Pure. */
import type { Wire } from "../../api/client.ts"

type Stats = Wire<"LabelStats">

/** The finished work of one day. */
export interface Day {
  /** Seconds since 1970 at its beginning in UTC. */
  readonly at: number
  readonly labeled: number
  readonly reviewed: number
}

const daySeconds = 24 * 3600

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** Each day of a span, also those without work. Work outside of the queues is no part of it. */
export const daysOf = ({ days, end, start }: Wire<"Throughput">): ReadonlyArray<Day> => {
  const counts = new Map(days.map(({ day, work_type, workunits }) => [`${day} ${work_type}`, workunits]))
  const first = Math.floor(secondsOf(start) / daySeconds)
  const last = Math.floor(secondsOf(end) / daySeconds)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * daySeconds
    const day = new Date(at * 1000).toISOString().slice(0, 10)
    return { at, labeled: counts.get(`${day} label`) ?? 0, reviewed: counts.get(`${day} review`) ?? 0 }
  })
}

/** What one person did. */
export interface PersonWork {
  readonly user: string
  readonly labeled: number
  readonly reviewed: number
  /** Active milliseconds. */
  readonly time: number
}

/** Who did how much, who did most first. */
export const peopleOf = ({ people }: Wire<"QueueStats">): ReadonlyArray<PersonWork> => {
  const found = new Map<string, PersonWork>()
  for (const { time, user, work_type, workunits } of people) {
    const work = found.get(user) ?? { user, labeled: 0, reviewed: 0, time: 0 }
    found.set(user, {
      user,
      labeled: work.labeled + (work_type === "label" ? workunits : 0),
      reviewed: work.reviewed + (work_type === "review" ? workunits : 0),
      time: work.time + time,
    })
  }
  return [...found.values()].sort((a, b) => b.labeled + b.reviewed - (a.labeled + a.reviewed))
}

/** The samples that wait for labelers, and those that wait for reviewers. */
export const toLabel = (stats: Stats): number =>
  stats.UNLABELED + stats.PRELABELED + stats.LABELING_IN_PROGRESS + stats.REJECTED
export const toReview = (stats: Stats): number => stats.LABELED + stats.REVIEWING_IN_PROGRESS

/** How many days the rest takes at the pace of the last seven; undefined without work or without a rest. */
export const daysLeft = (
  rest: number,
  days: ReadonlyArray<Day>,
  kind: "labeled" | "reviewed",
): number | undefined => {
  const done = days.slice(-7).reduce((sum, day) => sum + day[kind], 0)
  return done === 0 || rest === 0 ? undefined : Math.ceil((rest * Math.min(7, days.length)) / done)
}
