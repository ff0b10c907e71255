/** Which grip of a selected shape is under the pointer. */
import { boxHandles, handleAt } from "../../geometry/box.ts"
import { measureDistance, type Point } from "../../geometry/point.ts"
import { listMidpoints } from "../../geometry/vertices.ts"
import type { Grip, ToolShape } from "../Gesture.ts"

/** The reach of a grip, in pixels of the screen. */
const gripReach = 9

/** The nearest grip within reach. Vertices win over the middles of sides: in small shapes they lie close. */
export const findGrip = (
  { points, type }: Pick<ToolShape, "points" | "type">,
  at: Point,
  scale: number,
): Grip | undefined => {
  const reach = gripReach / scale
  if (type === "bbox")
    return findNearest(
      boxHandles.map((handle) => ({
        at: handleAt(points, handle),
        grip: { kind: "handle" as const, handle },
      })),
      at,
      reach,
    )
  const vertices = points.map((vertex, index) => ({ at: vertex, grip: { kind: "vertex" as const, index } }))
  const sides = listMidpoints(type, points).map((side) => ({
    at: side.at,
    grip: { kind: "side" as const, ...side },
  }))
  return findNearest<Grip>(vertices, at, reach) ?? findNearest<Grip>(sides, at, reach)
}

const findNearest = <One extends Grip>(
  grips: ReadonlyArray<{ readonly at: Point; readonly grip: One }>,
  at: Point,
  reach: number,
): One | undefined => {
  let best: One | undefined
  let least = reach
  for (const { at: place, grip } of grips) {
    const away = measureDistance(place, at)
    if (away > least) continue
    least = away
    best = grip
  }
  return best
}
