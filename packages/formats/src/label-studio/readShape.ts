/** Shapes of Label Studio: percent of the image's size, rotated clockwise about the top-left corner. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Drawing, Size } from "../model/Scene.ts"

export type Shape = Pick<Drawing, "type" | "points"> | { readonly type: "segment" }

export const readShape = (result: Node, size: Size, losses: Losses): Shape | undefined => {
  if (result.at("image_rotation").or(0, (found) => found.number()) !== 0)
    result.at("image_rotation").fail("must be 0: turn the images first.")
  const value = result.at("value")
  const type = result
    .at("type")
    .text()
    .replace(/labels$/, "")
  switch (type) {
    case "rectangle":
      return rectangleOf(value, size, losses)
    case "polygon":
      return { type: "polygon", points: listed(value.at("points"), size, 3) }
    case "vector":
      return vectorOf(value, size, losses)
    case "keypoint":
      return { type: "point", points: [pixel(value, size)] }
    case "ellipse":
      return ellipseOf(value, size, losses)
    default:
      return value.at("rle").isPresent ? { type: "segment" } : undefined
  }
}

const pixel = (node: Node, { height, width }: Size): ReadonlyArray<number> => [
  (node.at("x").number() / 100) * width,
  (node.at("y").number() / 100) * height,
]

const listed = (points: Node, { height, width }: Size, least: number): Drawing["points"] => {
  const found = points.items().map((point) => {
    const [x = 0, y = 0] = point.numbers(2)
    return [(x / 100) * width, (y / 100) * height]
  })
  return found.length >= least ? found : points.fail(`must have ${least} points.`)
}

/** Corners about the top-left one, in pixels: percents of width and height are of different lengths. */
const turned = (points: Drawing["points"], degrees: number, [left = 0, top = 0]: ReadonlyArray<number>) => {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(([x = 0, y = 0]) => [
    left + (x - left) * cos - (y - top) * sin,
    top + (x - left) * sin + (y - top) * cos,
  ])
}

export const rectangleOf = (value: Node, size: Size, losses: Losses): Pick<Drawing, "type" | "points"> => {
  const [left = 0, top = 0] = pixel(value, size)
  const right = left + (value.at("width").number() / 100) * size.width
  const bottom = top + (value.at("height").number() / 100) * size.height
  const degrees = value.at("rotation").or(0, (found) => found.number())
  if (degrees % 360 === 0)
    return {
      type: "bbox",
      points: [
        [left, top],
        [right, bottom],
      ],
    }
  losses.add("geometry", value.place)
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  return { type: "polygon", points: turned(corners, degrees, [left, top]) }
}

/** Curves become straight. */
const vectorOf = (value: Node, size: Size, losses: Losses): Shape => {
  const vertices = value.at("vertices").items()
  if (vertices.some((vertex) => vertex.at("isBezier").value === true)) losses.add("geometry", value.place)
  const points = vertices.map((vertex) => pixel(vertex, size))
  const isClosed = value.at("closed").value === true
  if (points.length < (isClosed ? 3 : 2)) value.at("vertices").fail(`must have ${isClosed ? 3 : 2} points.`)
  return { type: isClosed ? "polygon" : "polyline", points }
}

const ellipseCorners = 36

const ellipseOf = (value: Node, size: Size, losses: Losses): Shape => {
  const center = pixel(value, size)
  const [cx = 0, cy = 0] = center
  const rx = (value.at("radiusX").number() / 100) * size.width
  const ry = (value.at("radiusY").number() / 100) * size.height
  const points = Array.from({ length: ellipseCorners }, (_, i) => {
    const angle = (2 * Math.PI * i) / ellipseCorners
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
  losses.add("geometry", value.place)
  const degrees = value.at("rotation").or(0, (found) => found.number())
  return { type: "polygon", points: turned(points, degrees, center) }
}
