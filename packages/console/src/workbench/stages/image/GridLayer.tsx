/** A grid over the image, whose lines are whole numbers of pixels apart. A pan or a zoom sets three properties. */
import { useEffect, useRef } from "react"
import classes from "./canvas.module.css"
import type { ViewportStore } from "./ViewportStore.ts"

/** The least distance of lines on the screen. */
const leastGap = 40

export const GridLayer = ({ viewport }: { readonly viewport: ViewportStore }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = () => {
      const { scale, x, y } = viewport.state
      const gap = computeGap(scale) * scale
      ref.current?.style.setProperty("background-size", `${gap}px ${gap}px`)
      ref.current?.style.setProperty("background-position", `${-x * scale}px ${-y * scale}px`)
    }
    place()
    return viewport.subscribe(place)
  }, [viewport])
  return <div ref={ref} className={classes.grid} data-testid="grid" aria-hidden="true" />
}

/** The distance of lines in pixels of the image: 1, 2 or 5 times a power of ten. */
const computeGap = (scale: number): number => {
  const least = Math.max(leastGap / scale, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power
}
