/** The pointer while a tool of points is chosen. */
import type { Tool } from "../Tool.ts"
import type { PointPainter } from "./PointPainter.ts"

export const makePointTool = (painter: PointPainter): Tool => {
  let hovering = 0
  return {
    press: ({ alt, at }) =>
      painter.press(at, alt)
        ? {
            move: ({ passed }) => {
              for (const place of passed) painter.move(place)
            },
            release: (release) => painter.release(release.at),
            cancel: () => void painter.cancel(),
          }
        : undefined,
    hover: (at, isCamera) => {
      cancelAnimationFrame(hovering)
      // While the camera moves, what is under the pointer is not what is meant.
      if (isCamera) painter.move(at)
      else hovering = requestAnimationFrame(() => painter.showHover(at))
    },
    leave: () => {
      cancelAnimationFrame(hovering)
      painter.leave()
    },
    cancel: () => painter.cancel(),
  }
}
