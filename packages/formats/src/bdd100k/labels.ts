/** Labels of a frame: a box, or polygons and lines, which may be curves. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnShape, drawRings } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import type { Point } from "../model/exactShapes.ts"
import type { Attributes, AttributeValue, Drawing } from "../model/Scene.ts"

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** `losses` is null where only the categories are wanted. */
export const readLabels = (frame: Node, losses: Losses | null): ReadonlyArray<DrawnShape> =>
  frame.at("labels").or([], (labels) =>
    labels.items().flatMap((label) => {
      const shapes = readShapes(label, losses)
      if (shapes.length === 0) losses?.add("shapes", label.place)
      const category = label.at("category").text()
      const attributes = readAttributes(label)
      return shapes.map((shape) => ({ category, attributes, ...shape }))
    }),
  )

/** A label has the same id in each frame of a video that shows its object. */
export const countTrackIds = (frame: Node): number =>
  frame.at("labels").or([], (labels) => labels.items().filter((label) => label.at("id").isPresent)).length

const readShapes = (label: Node, losses: Losses | null): ReadonlyArray<Shape> => {
  for (const key of ["box3d", "rle", "graph"])
    if (label.at(key).isPresent) losses?.add("shapes", label.at(key).place)
  const box = label.at("box2d")
  const parts = label.at("poly2d").or([], (found) => found.items())
  if (parts.length === 0) return box.isPresent ? [readBox(box)] : []
  const rings = parts
    .filter((part) => part.at("closed").value === true)
    .map((part) => readVertices(part, losses))
  const lines = parts.filter((part) => part.at("closed").value !== true)
  return [
    ...(rings.length > 0 ? [drawRings(rings)] : []),
    ...lines.map((part): Shape => ({ type: "polyline", points: readVertices(part, losses) })),
  ]
}

/** Scalabel counts the pixel of the second corner in: the box ends behind it. */
const readBox = (box: Node): Shape => ({
  type: "bbox",
  points: [
    [box.at("x1").number(), box.at("y1").number()],
    [box.at("x2").number() + 1, box.at("y2").number() + 1],
  ],
})

/** Points between the ends of a curve. */
const curveSteps = 8

/** The curve of Bézier from the first point to the last one, without both. */
const curve = (points: readonly [Point, Point, Point, Point]): ReadonlyArray<Point> =>
  Array.from({ length: curveSteps - 1 }, (_, index): Point => {
    const t = (index + 1) / curveSteps
    const weights = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
    const at = (axis: 0 | 1) => points.reduce((sum, point, i) => sum + (weights[i] ?? 0) * point[axis], 0)
    return [at(0), at(1)]
  })

/** Curves, whose two control points have the type C, become lines, which is counted. */
const readVertices = (part: Node, losses: Losses | null): ReadonlyArray<Point> => {
  const types = part.at("types").or("", (found) => found.text())
  const points = part
    .at("vertices")
    .items()
    .map((vertex): Point => {
      const [x = 0, y = 0] = vertex.numbers(2)
      return [x, y]
    })
  if (!types.includes("C")) return points
  losses?.add("geometry", part.place)
  const found: Array<Point> = []
  for (let index = 0; index < points.length; index++) {
    const [start, control, other] = [found.at(-1), points[index], points[index + 1]]
    // The last curve of a closed line leads to its first point.
    const target = points[index + 2] ?? points[0]
    if (types[index] !== "C" && control !== undefined) found.push(control)
    else if (types[index + 1] === "C" && start && control && other && target) {
      found.push(...curve([start, control, other, target]))
      index += 1
    } else part.at("types").fail("has a curve without two control points between its ends.")
  }
  return found
}

/** The score of a prediction is an attribute. */
const readAttributes = (label: Node): Attributes => ({
  // The values are checked with the label.
  ...label.at("attributes").or({}, (found) => found.object() as Readonly<Record<string, AttributeValue>>),
  ...label.at("score").or({}, (score) => ({ score: score.number() })),
})
