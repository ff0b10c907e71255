/** Shapes of VIA: `shape_attributes` of version 2, and lists of numbers of version 3. */
import { checkPoints } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { draw, findShape, type Point } from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** Fails where it is not a shape of VIA. */
export const readShape = (node: Node): Shape => {
  const name = node.at("name").text()
  const number = (key: string): number => readNumber(node.at(key))
  switch (name) {
    case "rect":
      return makeBox([number("x"), number("y")], [number("width"), number("height")], node)
    case "circle":
      return makeEllipse([number("cx"), number("cy")], [number("r"), number("r")], 0, node)
    case "ellipse":
      return makeEllipse(
        [number("cx"), number("cy")],
        [number("rx"), number("ry")],
        node.at("theta").or(0, readNumber),
        node,
      )
    case "polygon":
      return { type: "polygon", points: checkPoints(omitClosingPoint(readPoints(node)), 3, node) }
    case "polyline":
    case "line":
      return { type: "polyline", points: checkPoints(readPoints(node), 2, node) }
    case "point":
      return { type: "point", points: [[number("cx"), number("cy")]] }
    default:
      return node.at("name").fail(`is ${JSON.stringify(name)}, which is not a shape of VIA.`)
  }
}

/** Tables that people edited have numbers as texts. */
const readNumber = (node: Node): number => {
  const { value } = node
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : node.number()
}

const makeBox = ([x, y]: Point, [width, height]: Point, place: Node): Shape =>
  width >= 0 && height >= 0
    ? {
        type: "bbox",
        points: [
          [x, y],
          [x + width, y + height],
        ],
      }
    : place.fail(`has the size ${width} × ${height}.`)

const makeEllipse = (center: Point, radii: Point, angle: number, place: Node): Shape =>
  radii[0] > 0 && radii[1] > 0
    ? draw({ type: "ellipse", center, radii, angle })
    : place.fail(`has the radii ${radii[0]} and ${radii[1]}.`)

const readPoints = (node: Node): ReadonlyArray<Point> => {
  const [xs, ys] = [node.at("all_points_x").items(), node.at("all_points_y").items()]
  if (xs.length !== ys.length) node.fail(`has ${xs.length} x and ${ys.length} y.`)
  return xs.map((x, index): Point => [readNumber(x), ys[index] === undefined ? 0 : readNumber(ys[index])])
}

/** VIA 1 closes polygons by their first point. */
const omitClosingPoint = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed ? points.slice(0, -1) : points
}

/** The number of the shape and its coordinates, as `xy` of version 3 has them. */
export const readShapeList = (node: Node): Shape => {
  const [kind, ...numbers] = node.numbers()
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers
  const points = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, index): Point => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0],
  )
  const needs = (count: number) => {
    if (numbers.length < count) node.fail(`has ${numbers.length} numbers after that of its shape.`)
  }
  switch (kind) {
    case 1:
      needs(2)
      return { type: "point", points: [[x, y]] }
    case 2:
      needs(4)
      return makeBox([x, y], [width, height], node)
    case 3:
      needs(3)
      return makeEllipse([x, y], [width, width], 0, node)
    case 4:
      needs(4)
      return makeEllipse([x, y], [width, height], 0, node)
    case 5:
    case 6:
      return { type: "polyline", points: checkPoints(points, 2, node) }
    case 7:
      return { type: "polygon", points: checkPoints(omitClosingPoint(points), 3, node) }
    case 8:
      return makeExtremeBox(checkPoints(points, 4, node))
    default:
      return node.fail(`has the shape ${kind}, which cannot be read.`)
  }
}

/** The box through the four points that are farthest to each side. */
const makeExtremeBox = (points: ReadonlyArray<Point>): Shape => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return {
    type: "bbox",
    points: [
      [Math.min(...xs), Math.min(...ys)],
      [Math.max(...xs), Math.max(...ys)],
    ],
  }
}

/** The `shape_attributes` of an annotation; undefined for what VIA has no shape for. */
export const printShape = (annotation: Annotation): Readonly<Record<string, unknown>> | undefined => {
  const ellipse = findShape(annotation, "ellipse")
  if (ellipse !== undefined) {
    const { angle, center, radii } = ellipse
    const [cx, cy] = center
    if (radii[0] === radii[1] && angle === 0) return { name: "circle", cx, cy, r: radii[0] }
    return { name: "ellipse", cx, cy, rx: radii[0], ry: radii[1], theta: angle }
  }
  if (!("points" in annotation)) return undefined
  const { points, type } = annotation
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  if (type === "bbox") {
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    return { name: "rect", x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  }
  if (type !== "point") return { name: type, all_points_x: xs, all_points_y: ys }
  return points.length === 1 ? { name: "point", cx: xs[0], cy: ys[0] } : undefined
}
