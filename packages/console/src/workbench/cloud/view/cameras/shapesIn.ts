/** The shapes of a cloud in the image of a camera. */
import { computeBounds } from "../../../model/geometry/outline.ts"
import type { Points } from "../../../model/geometry/point.ts"
import type { Size } from "../../../model/geometry/viewport.ts"
import type { ToolShape } from "../../../model/tools/Gesture.ts"
import { type Camera, makeProjector } from "../../model/camera.ts"
import { projectLine } from "../../model/cameraLine.ts"
import { closeLine } from "../../shapes/model/spaceShape.ts"
import type { ShownShape } from "../../shapes/view/useShownShapes.ts"

export interface SeenShape {
  readonly shown: ShownShape
  /** The visible parts of the sides. */
  readonly lines: ReadonlyArray<Points>
  /** The places of a shape of points. */
  readonly dots: Points
}

/** Computes what a camera sees of shapes. */
export const listShapesIn = (
  camera: Camera,
  { height, width }: Size,
): ((shapes: ReadonlyArray<ShownShape>) => ReadonlyArray<SeenShape>) => {
  const project = makeProjector(camera)
  const isInImage = (points: Points) => {
    const { bottom, left, right, top } = computeBounds(points)
    return right >= 0 && left <= width && bottom >= 0 && top <= height
  }
  return (shapes) =>
    shapes.flatMap((shown) => {
      const { points, type } = shown
      const ends = closeLine(type, points)
      const dots = type === "point" ? points.flatMap((place) => toPixels(project(place))) : []
      const lines =
        type === "point"
          ? []
          : ends.flatMap((to, index) => {
              const from = ends[index - 1]
              return from === undefined ? [] : projectLine(project, from, to)
            })
      const seen = { shown, lines: lines.filter(isInImage), dots: dots.filter((dot) => isInImage([dot])) }
      return seen.lines.length + seen.dots.length === 0 ? [] : [seen]
    })
}

const toPixels = (pixel: Points[number] | undefined): Points => (pixel === undefined ? [] : [pixel])

/** Lists what a press can select of them. */
export const listPressable = (seen: ReadonlyArray<SeenShape>): ReadonlyArray<ToolShape> =>
  seen.flatMap(
    ({ dots, lines, shown: { key, look } }): ReadonlyArray<ToolShape> =>
      look === "before"
        ? []
        : [
            ...lines.map((points) => ({ key, type: "polyline", points }) as const),
            ...(dots.length === 0 ? [] : [{ key, type: "point", points: dots } as const]),
          ],
  )
