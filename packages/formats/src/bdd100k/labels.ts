/** Labels of a frame: a box, or polygons and lines, which may be curves. */
import type { Losses } from "../carry/Losses.ts"
import { checkPoints, type DrawnShape, drawRings, readItems } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { readAttributeValues, readMembers } from "../model/attributeValues.ts"
import type { Point } from "../model/exactShapes.ts"
import type { Attributes, Drawing } from "../model/Scene.ts"

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** Members of a label that have a place, and those of shapes. */
const members: ReadonlySet<string> = new Set(
  "id category score attributes box2d poly2d box3d rle graph".split(" "),
)

/** Labels that cannot be read are counted. */
export const readLabels = (
  frame: Node,
  losses: Losses,
  member: "labels" | "objects" = "labels",
): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  return readItems(frame.at(member), parts).flatMap(
    (label) => parts.read(() => readLabel(label, losses)) ?? [],
  )
}

const readLabel = (label: Node, losses: Losses): ReadonlyArray<DrawnShape> => {
  const category = label.at("category").text()
  const shapes = readShapes(label, category, losses)
  const attributes = readAttributes(label, losses)
  if (!label.at("box2d").isPresent && !label.at("poly2d").isPresent) losses.add("shapes", label.place)
  for (const key of label.keys())
    if (!members.has(key) && label.at(key).isPresent) losses.add("unknown", label.at(key).place)
  return shapes.map((shape) => ({ category, attributes, ...shape }))
}

/** A label has the same id in each frame of a video that shows its object. */
export const countTrackIds = (frame: Node): number => {
  const labels: ReadonlyArray<unknown> = Array.isArray(frame.at("labels").value)
    ? (frame.at("labels").value as ReadonlyArray<unknown>)
    : []
  return labels.filter(
    (label) => typeof label === "object" && label !== null && "id" in label && label.id != null,
  ).length
}

const readShapes = (label: Node, category: string, losses: Losses): ReadonlyArray<Shape> => {
  for (const key of ["box3d", "rle", "graph"])
    if (label.at(key).isPresent) losses.add("shapes", label.at(key).place)
  const box = label.at("box2d")
  const parts = label.at("poly2d").or([], (found) => found.items())
  if (parts.length === 0) return box.isPresent ? [readBox(box)] : []
  if (Array.isArray(parts[0]?.value)) return [readFlatLine(label.at("poly2d"), category, losses)]
  const reader = new PartReader(losses)
  const rings = parts
    .filter((part) => part.at("closed").value === true)
    .flatMap((part) => {
      const ring = reader.read(() => checkPoints(readVertices(part, losses), 3, part.at("vertices")))
      return ring === undefined ? [] : [ring]
    })
  const lines = parts.filter((part) => part.at("closed").value !== true)
  return [
    ...(rings.length > 0 ? [drawRings(rings)] : []),
    ...lines.flatMap((part): ReadonlyArray<Shape> => {
      const points = reader.read(() => checkPoints(readVertices(part, losses), 2, part.at("vertices")))
      return points === undefined ? [] : [{ type: "polyline", points }]
    }),
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
const sampleCurve = (points: readonly [Point, Point, Point, Point]): ReadonlyArray<Point> =>
  Array.from({ length: curveSteps - 1 }, (_, index): Point => {
    const t = (index + 1) / curveSteps
    const weights = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
    const evaluateAxis = (axis: 0 | 1) =>
      points.reduce((sum, point, i) => sum + (weights[i] ?? 0) * point[axis], 0)
    return [evaluateAxis(0), evaluateAxis(1)]
  })

/** Curves, whose two control points have the type C, become lines, which is counted. */
const readVertices = (part: Node, losses: Losses): ReadonlyArray<Point> => {
  const types = part.at("types").or("", (found) => found.text())
  const points = part
    .at("vertices")
    .items()
    .map((vertex): Point => {
      const [x = 0, y = 0] = vertex.numbers(2)
      return [x, y]
    })
  return drawCurves(points, types, { fault: part.at("types"), place: part.place }, losses)
}

/**
 * The files of 2018 have the vertices of one part as `[x, y, type]`, which do not say whether it is closed: the toolkit of the data draws labels whose category begins with `lane` as
 * lines, and all else as polygons.
 */
const readFlatLine = (vertices: Node, category: string, losses: Losses): Shape => {
  const isLine = category.startsWith("lane")
  const items = vertices.items().map((vertex) => vertex.items())
  const points = items.map(([x, y], index): Point => {
    if (x === undefined || y === undefined) return vertices.fail(`has a vertex ${index} without x and y.`)
    return [x.number(), y.number()]
  })
  const types = items.map(([, , type]) => (type?.value === "C" ? "C" : "L")).join("")
  const drawn = checkPoints(
    drawCurves(points, types, { fault: vertices, place: vertices.place }, losses),
    isLine ? 2 : 3,
    vertices,
  )
  return isLine ? { type: "polyline", points: drawn } : drawRings([drawn])
}

interface CurvePlaces {
  /** The value that is named where the types fit no curve. */
  readonly fault: Node
  /** Of the part whose curves are counted. */
  readonly place: string
}

const drawCurves = (
  points: ReadonlyArray<Point>,
  types: string,
  { fault, place }: CurvePlaces,
  losses: Losses,
): ReadonlyArray<Point> => {
  if (!types.includes("C")) return points
  losses.add("geometry", place)
  const vertices: Array<Point> = []
  for (let index = 0; index < points.length; index++) {
    const [start, control, other] = [vertices.at(-1), points[index], points[index + 1]]
    // The last curve of a closed line leads to its first point.
    const target = points[index + 2] ?? points[0]
    if (types[index] !== "C" && control !== undefined) vertices.push(control)
    else if (types[index + 1] === "C" && start && control && other && target) {
      vertices.push(...sampleCurve([start, control, other, target]))
      index += 1
    } else fault.fail("has a curve without two control points between its ends.")
  }
  return vertices
}

/** The score of a prediction is an attribute. */
const readAttributes = (label: Node, losses: Losses): Attributes => ({
  ...readAttributeValues(label.at("attributes"), losses),
  ...readMembers(label, ["score"], losses),
})
