/** Objects of images: boxes, polygons with holes, lines and points. */
import type { Losses } from "../carry/Losses.ts"
import { checkPoints, type DrawnShape } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { draw, type Point } from "../model/exactShapes.ts"
import { readAttributes, readCategory } from "./results.ts"

type Shape = Pick<DrawnShape, "type" | "points" | "shape">

/** Odd objects are counted, and so are those of types that an image has no shape for. */
export const readShapes = (objects: ReadonlyArray<Node>, losses: Losses): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  return objects.flatMap((object): ReadonlyArray<DrawnShape> => {
    const read = parts.read(() => ({ shape: readShape(object), category: readCategory(object) }))
    if (read === undefined) return []
    const { category, shape } = read
    if (shape === undefined) {
      losses.add("shapes", `${object.place}: ${String(object.at("type").value)}`)
      return []
    }
    // Each object has a track, also those of single images.
    if (object.at("trackId").isPresent) losses.add("tracks", object.place)
    return [{ category, attributes: readAttributes(object, losses), ...shape }]
  })
}

const readPoints = (points: Node, least: number): ReadonlyArray<Point> =>
  checkPoints(
    points.items().map((point): Point => [point.at("x").number(), point.at("y").number()]),
    least,
    points,
  )

const readShape = (object: Node): Shape | undefined => {
  const contour = object.at("contour")
  const points = contour.at("points")
  switch (object.at("type").text()) {
    case "BOUNDING_BOX":
    case "RECTANGLE":
      return readBox(readPoints(points, 2))
    case "POLYGON":
      return readPolygon(readPoints(points, 3), contour)
    case "POLYLINE":
      return { type: "polyline", points: readPoints(points, 2) }
    case "KEY_POINT":
      return { type: "point", points: readPoints(points, 1) }
    default:
      return undefined
  }
}

/** Two or four corners. */
const readBox = (points: ReadonlyArray<Point>): Shape => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return {
    type: "bbox",
    points: [
      [Math.min(...xs), Math.min(...ys)],
      [Math.max(...xs), Math.max(...ys)],
    ],
  }
}

/** Holes are in `interior`, as lists of points or as objects that have one. */
const readPolygon = (ring: ReadonlyArray<Point>, contour: Node): Shape => {
  const holes = contour
    .at("interior")
    .or([], (list) =>
      list
        .items()
        .map((hole) =>
          readPoints(
            Array.isArray(hole.value)
              ? hole
              : hole.at("points").isPresent
                ? hole.at("points")
                : hole.at("coordinate"),
            3,
          ),
        ),
    )
  return holes.length === 0
    ? { type: "polygon", points: ring }
    : draw({ type: "multipolygon", polygons: [[ring, ...holes]] })
}
