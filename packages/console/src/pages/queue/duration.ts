const formatUnit = (value: number, unit: "hour" | "minute" | "second", language: string): string =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value)

/** A duration of milliseconds in hours and minutes, below an hour in minutes and seconds: "2 hr 5 min", "3 min 10 sec", "0 sec". */
export const formatDuration = (milliseconds: number, language: string): string => {
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  const [large, small] =
    minutes >= 60
      ? ([
          { value: Math.floor(minutes / 60), unit: "hour" },
          { value: minutes % 60, unit: "minute" },
        ] as const)
      : ([
          { value: minutes, unit: "minute" },
          { value: seconds % 60, unit: "second" },
        ] as const)
  const parts = [large, small].filter(({ value }, index) => value > 0 || (index === 1 && large.value === 0))
  return parts.map(({ unit, value }) => formatUnit(value, unit, language)).join(" ")
}
