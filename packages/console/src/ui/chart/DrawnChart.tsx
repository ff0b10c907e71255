import { useEffect, useRef } from "react"
import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"

export interface DrawnChartProps {
  /** By default `days`. */
  readonly axes?: Axes
  /** Seconds since 1970 of the beginning of each day in UTC, or counts, in increasing order. */
  readonly positions: ReadonlyArray<number>
  readonly series: ReadonlyArray<{
    /** A color of CSS, also `var(…)`. */
    readonly color: string
    readonly isDashed?: boolean
    readonly values: ReadonlyArray<number>
  }>
  /** The value at the top; higher ones lie outside. By default above the highest one. */
  readonly top?: number
  readonly height: number
  readonly width: number
  readonly scheme: "light" | "dark"
  readonly language: string
  /** The index of the position below the pointer; undefined without one. */
  readonly onPoint: (index: number | undefined) => void
}

/** `days`: counts over days. `shares`: shares, which are shown in percent, over counts. */
export type Axes = "days" | "shares"

/** Draws on a canvas, which knows no variables: colors are resolved where the chart stands. */
const resolveColor = (element: HTMLElement, color: string): string => {
  const probe = document.createElement("span")
  probe.style.color = color
  element.append(probe)
  const computedColor = getComputedStyle(probe).color
  probe.remove()
  return computedColor
}

const makeOptions = (element: HTMLElement, props: DrawnChartProps): UPlot.Options => {
  const { axes = "days", language, positions, top } = props
  const text = resolveColor(element, "var(--mantine-color-dimmed)")
  const line = resolveColor(element, "light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-4))")
  const formats = makeFormats(axes, language)
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis = { font, stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
  const minimum = axes === "days" ? 4 : 0.01
  return {
    width: props.width,
    height: props.height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "UTC"),
    scales: {
      x: { time: axes === "days" },
      y: { range: (_, __, most) => [0, Math.max(minimum, top ?? most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ...(axes === "days" ? {} : { incrs: wholeSteps }),
        values: (_, splits) => splits.map(formats.position),
      },
      {
        ...axis,
        ...(axes === "days" ? { incrs: wholeSteps } : { size: 60 }),
        values: (_, splits) => splits.map(formats.value),
      },
    ],
    series: [
      {},
      ...props.series.map(({ color, isDashed = false }) => ({
        stroke: resolveColor(element, color),
        width: 2,
        ...(isDashed ? { dash: [6, 4] } : {}),
        points: { show: !isDashed && positions.length <= maxPoints, size: 5 },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => props.onPoint(cursor.idx ?? undefined)] },
  }
}

/** More points than these would hide their line. */
const maxPoints = 40

const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6]

const makeFormats = (axes: Axes, language: string) => {
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" })
  const count = new Intl.NumberFormat(language, { notation: "compact" })
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  return axes === "days"
    ? { position: (at: number) => day.format(at * 1000), value: (value: number) => count.format(value) }
    : { position: (at: number) => count.format(at), value: (value: number) => share.format(value) }
}

const DrawnChart = (props: DrawnChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const { axes, language, positions, scheme, series, top, width } = props
  // What is drawn, as one value: arrays are new with each rendering.
  const drawn = JSON.stringify([axes, positions, series, top, width, scheme, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` contains all that the chart shows
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const { positions, series } = latest.current
    const options = makeOptions(element, {
      ...latest.current,
      onPoint: (index) => latest.current.onPoint(index),
    })
    const chart = new UPlot(options, [[...positions], ...series.map(({ values }) => [...values])], element)
    return () => chart.destroy()
  }, [drawn])
  return <div ref={place} />
}

export default DrawnChart
