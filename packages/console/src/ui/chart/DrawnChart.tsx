import { useEffect, useRef } from "react"
import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"

export interface DrawnChartProps {
  /** Seconds since 1970 of the beginning of each day in UTC. */
  readonly times: ReadonlyArray<number>
  readonly series: ReadonlyArray<{
    /** A color of CSS, also `var(…)`. */
    readonly color: string
    readonly values: ReadonlyArray<number>
  }>
  readonly height: number
  readonly width: number
  readonly scheme: "light" | "dark"
  readonly language: string
  /** The index of the day below the pointer; undefined without one. */
  readonly onPoint: (index: number | undefined) => void
}

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
  const text = resolveColor(element, "var(--mantine-color-dimmed)")
  const line = resolveColor(element, "light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-4))")
  const day = new Intl.DateTimeFormat(props.language, { day: "numeric", month: "short", timeZone: "UTC" })
  const number = new Intl.NumberFormat(props.language, { notation: "compact" })
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis = { font, stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
  return {
    width: props.width,
    height: props.height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "UTC"),
    scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, values: (_, splits) => splits.map((at) => day.format(at * 1000)) },
      {
        ...axis,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
        values: (_, splits) => splits.map((value) => number.format(value)),
      },
    ],
    series: [
      {},
      ...props.series.map(({ color }) => ({
        stroke: resolveColor(element, color),
        width: 2,
        points: { show: true, size: 5 },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => props.onPoint(cursor.idx ?? undefined)] },
  }
}

const DrawnChart = (props: DrawnChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const { language, scheme, series, times, width } = props
  // What is drawn, as one value: arrays are new with each rendering.
  const drawn = JSON.stringify([times, series, width, scheme, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` contains all that the chart shows
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const { series, times } = latest.current
    const options = makeOptions(element, {
      ...latest.current,
      onPoint: (index) => latest.current.onPoint(index),
    })
    const chart = new UPlot(options, [[...times], ...series.map(({ values }) => [...values])], element)
    return () => chart.destroy()
  }, [drawn])
  return <div ref={place} />
}

export default DrawnChart
