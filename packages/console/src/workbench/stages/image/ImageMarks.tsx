/** The marks of warnings on an image. A pan moves none of them, and a zoom sets one property. */
import { useLayoutEffect, useRef } from "react"
import { computeBounds } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"
import { type MarkPlace, WarningMarks } from "../marks/WarningMarks.tsx"
import type { ViewportStore } from "./ViewportStore.ts"

interface ImageMarksProps {
  readonly places: ReadonlyArray<MarkPlace>
  readonly viewport: ViewportStore
}

export const ImageMarks = ({ places, viewport }: ImageMarksProps) => {
  const group = useRef<SVGGElement>(null)
  const isEmpty = places.length === 0
  useLayoutEffect(() => {
    if (isEmpty) return
    let scale = 0
    const resize = () => {
      if (viewport.state.scale === scale) return
      scale = viewport.state.scale
      group.current?.style.setProperty("--pixel", String(1 / scale))
    }
    resize()
    return viewport.subscribe(resize)
  }, [viewport, isEmpty])
  return isEmpty ? null : (
    <g ref={group}>
      <WarningMarks places={places} />
    </g>
  )
}

/** The places of the marks: the upper left corner of each object. */
export const listMarkPlaces = (
  objects: ReadonlyArray<{ readonly key: string; readonly points: Points }>,
  warned: ReadonlySet<string>,
): ReadonlyArray<MarkPlace> =>
  warned.size === 0
    ? []
    : objects.flatMap(({ key, points }) => {
        if (!warned.has(key) || points.length === 0) return []
        const { left, top } = computeBounds(points)
        return [{ key, at: [left, top] as const }]
      })
