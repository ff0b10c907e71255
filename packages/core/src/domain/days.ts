/** The days of a time zone. Pure. */
import { fromMillis, type Timestamp, toMillis } from "./Timestamp.ts"

/** A day of a time zone, or the part of it within a time span. */
export interface Day {
  /** `2026-11-20` */
  readonly day: string
  /** Inclusive. */
  readonly start: Timestamp
  /** Exclusive. */
  readonly end: Timestamp
}

const hour = 3_600_000
/** The clocks of time zones differ from UTC by less, in milliseconds. */
const maxOffset = 16 * hour

/** Whether this is the name of a time zone, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  try {
    makeFormat(name)
    return true
  } catch {
    return false
  }
}

/** Returns the beginning of a day, also where the clocks skip its midnight. */
export const findDayStart = (day: string, timeZone: string): Timestamp =>
  fromMillis(findStart(day, makeFormat(timeZone)))

/** Returns the day of an instant. */
export const findDay = (at: Timestamp, timeZone: string): string =>
  formatDay(toMillis(at), makeFormat(timeZone))

/** Returns the day that comes so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)

/** Splits a time span into days. The first and the last one may be parts. */
export const splitDays = (start: Timestamp, end: Timestamp, timeZone: string): ReadonlyArray<Day> => {
  const format = makeFormat(timeZone)
  const days: Array<Day> = []
  let from = start
  let day = formatDay(toMillis(start), format)
  while (from < end) {
    const next = addDays(day, 1)
    const until = fromMillis(findStart(next, format, toMillis(from) + 24 * hour))
    // A zone that changes its side of the date line has no such day.
    if (until > from) days.push({ day, start: from, end: until < end ? until : end })
    if (until > from) from = until
    day = next
  }
  return days
}

const makeFormat = (timeZone: string): Intl.DateTimeFormat => {
  const format = formats.get(timeZone)
  if (format !== undefined) return format
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  })
  if (formats.size >= 100) formats.clear()
  formats.set(timeZone, made)
  return made
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatDay = (millis: number, format: Intl.DateTimeFormat): string => {
  const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]))
  return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`
}

/** The first millisecond whose day is this or a later one. A guess that is right saves most of the time. */
const findStart = (day: string, format: Intl.DateTimeFormat, guess = Number.NaN): number => {
  if (Number.isInteger(guess) && formatDay(guess, format) === day && formatDay(guess - 1, format) < day)
    return guess
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, from] = [midnight - maxOffset, midnight + maxOffset]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (formatDay(middle, format) >= day) from = middle
    else before = middle
  }
  return from
}
