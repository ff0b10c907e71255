/** The pointer while a tool of points is chosen. */
import { useMemo } from "react"
import { type PointerTool, useToolPointer } from "../../view/useToolPointer.ts"
import type { PointPainter } from "./PointPainter.ts"

export const usePaint = (
  element: React.RefObject<HTMLElement | null>,
  painter: PointPainter | undefined,
): void =>
  useToolPointer(
    element,
    useMemo(() => painter && toolOf(painter), [painter]),
  )

const toolOf = (painter: PointPainter): PointerTool => {
  let hovering = 0
  return {
    isPressed: () => painter.paints,
    press: (at, isAlt) => painter.press(at, isAlt),
    drag: (places) => {
      for (const at of places) painter.move(at)
    },
    release: (at) => painter.release(at),
    cancel: () => painter.cancel(),
    hover: (at, isCamera) => {
      cancelAnimationFrame(hovering)
      // While the camera moves, what is under the pointer is not what is meant.
      if (isCamera) painter.move(at)
      else hovering = requestAnimationFrame(() => painter.hover(at))
    },
    leave: () => {
      cancelAnimationFrame(hovering)
      painter.leave()
    },
  }
}
