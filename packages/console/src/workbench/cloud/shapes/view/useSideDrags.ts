/** The pointer on the vertices of the selected shape, in a view without perspective. */
import { useEffect, useMemo, useRef } from "react"
import type { Point } from "../../../model/geometry/point.ts"
import type { ShapePen } from "./ShapePen.ts"
import type { SideGrab } from "./SideDrag.ts"

export interface SideDrags {
  readonly grab: (event: React.PointerEvent, key: string, index: number) => void
  readonly move: (event: React.PointerEvent) => void
  readonly end: (event: React.PointerEvent) => void
  readonly cancel: (event: React.PointerEvent) => void
}

export const useSideDrags = (
  pen: ShapePen | undefined,
  /** The view as it is now; undefined where it shows nothing. */
  view: Pick<SideGrab, "base" | "projection"> | undefined,
): SideDrags => {
  const latest = useRef(view)
  latest.current = view
  // A view that goes away, such as for that of the batch, gets no end of the drag.
  useEffect(() => () => void pen?.sides.cancel(), [pen])
  return useMemo(() => {
    /** The pointer that took a vertex: another finger does nothing. */
    let taken: number | undefined
    return {
      grab: (event, key, index) => {
        const { current } = latest
        if (event.button !== 0 || taken !== undefined || current === undefined) return
        event.stopPropagation()
        if (pen?.sides.grab(key, index, { ...current, at: pixelOf(event) }) !== true) return
        event.currentTarget.closest("svg")?.setPointerCapture(event.pointerId)
        taken = event.pointerId
      },
      move: (event) => {
        if (event.pointerId === taken) pen?.sides.move(pixelOf(event))
      },
      end: (event) => {
        if (event.pointerId !== taken) return
        taken = undefined
        pen?.sides.release(pixelOf(event))
      },
      cancel: (event) => {
        if (event.pointerId !== taken) return
        taken = undefined
        pen?.sides.cancel()
      },
    }
  }, [pen])
}

const pixelOf = (event: React.PointerEvent): Point => {
  const box = event.currentTarget.closest("svg")?.getBoundingClientRect()
  return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
}
