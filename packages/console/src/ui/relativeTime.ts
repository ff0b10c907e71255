const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const

// To make a format takes as long as twenty uses of it, and a table has dozens of times.
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const exactFormats = new Map<string, Intl.DateTimeFormat>()

const getCachedFormat = <Format>(
  formats: Map<string, Format>,
  language: string,
  make: () => Format,
): Format => {
  const format = formats.get(language) ?? make()
  formats.set(language, format)
  return format
}

/** A time to the second, with its day of the week and its zone. */
export const formatExactTime = (date: Date, language: string): string =>
  getCachedFormat(
    exactFormats,
    language,
    () => new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }),
  ).format(date)

/**
 * A time relative to now, in the largest unit of which it is at least one: "2 days ago", "in 3 hours". Below a minute, "in 5 seconds"
 * for what is to come, and "now" for what was.
 */
export const formatRelativeTime = (date: Date, now: Date, language: string): string => {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = getCachedFormat(
    relativeFormats,
    language,
    () => new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
  )
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit === undefined
    ? format.format(Math.max(0, Math.round(seconds)), "second")
    : format.format(Math.round(seconds / unit[1]), unit[0])
}
