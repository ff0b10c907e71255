/** The outline of the brush under the pointer. It moves without React: a stroke must cost the page next to nothing. */
import { useEffect, useRef } from "react"
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import { locateWithin } from "../../input/locateWithin.ts"
import type { Point } from "../../model/geometry/point.ts"
import type { ViewportStore } from "../canvas/ViewportStore.ts"
import classes from "./bitmap.module.css"

interface BrushOutlineProps {
  readonly mask: MaskDocument
  readonly viewport: ViewportStore
}

export const BrushOutline = ({ mask, viewport }: BrushOutlineProps) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const outline = ref.current
    const canvas = outline?.closest<HTMLElement>("[role=application]")
    if (outline == null || canvas == null) return
    const stop = new AbortController()
    const within = locateWithin(canvas)
    let at: Point | undefined
    let isScheduled = false
    const place = () => {
      isScheduled = false
      const { tool } = mask.editor.state
      const isShown = at !== undefined && (tool === "brush" || tool === "eraser")
      outline.toggleAttribute("data-shown", isShown)
      if (!isShown || at === undefined) return
      const size = mask.brush.snapshot().width * viewport.current.scale
      outline.style.width = `${size}px`
      outline.style.height = `${size}px`
      outline.style.transform = `translate(${at[0] - size / 2}px, ${at[1] - size / 2}px)`
    }
    /** Once a frame, however often something changes. */
    const schedule = () => {
      if (!isScheduled) requestAnimationFrame(place)
      isScheduled = true
    }
    const move = (event: PointerEvent) => {
      at = within(event)
      schedule()
    }
    canvas.addEventListener("pointermove", move, { signal: stop.signal })
    canvas.addEventListener(
      "pointerleave",
      () => {
        at = undefined
        schedule()
      },
      { signal: stop.signal },
    )
    const stops = [
      viewport.subscribe(schedule),
      mask.brush.subscribe(schedule),
      mask.editor.subscribe(schedule),
    ]
    return () => {
      stop.abort()
      for (const end of stops) end()
    }
  }, [mask, viewport])
  return <div ref={ref} className={classes.outline} aria-hidden="true" />
}
