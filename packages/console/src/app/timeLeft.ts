const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const

/** A time that is left, rounded down to its largest unit: "14 min". Below a minute in seconds. */
export const formatTimeLeft = (millis: number, language: string): string => {
  const rest = Math.max(0, millis)
  const [unit, size] = units.find(([, one]) => rest >= one) ?? (["second", 1000] as const)
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" })
  return format.format(Math.floor(rest / size))
}
