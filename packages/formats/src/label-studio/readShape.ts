/** Shapes of Label Studio: percent of the image's size, rotated clockwise about the top-left corner. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { draw, toRadians } from "../model/exactShapes.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Drawing, Size } from "../model/Scene.ts"

export type Geometry = Pick<Drawing, "type" | "points" | "shape">
export type Shape = Geometry | { readonly type: "segment" }

/** Undefined for a region of another type, which is counted as such, and for one of too few points. */
export const readShape = (result: Node, size: Size, losses: Losses): Shape | undefined => {
  const value = result.at("value")
  const type = result
    .at("type")
    .text()
    .replace(/labels$/, "")
  switch (type) {
    case "rectangle":
      return readRectangle(value, size)
    case "polygon":
      return drawAs("polygon", toPixels(value.at("points"), size), value, losses)
    case "vector":
      return readVectorShape(value, size, losses)
    case "keypoint":
      return { type: "point", points: [toPixel(value, size)] }
    case "ellipse":
      return readEllipse(value, size)
    default:
      if (value.at("rle").isPresent) return { type: "segment" }
      losses.add("shapes", result.place)
      return undefined
  }
}

const least = { polygon: 3, polyline: 2 } as const

const drawAs = (
  type: keyof typeof least,
  points: Drawing["points"],
  value: Node,
  losses: Losses,
): Geometry | undefined => {
  if (points.length >= least[type]) return { type, points }
  losses.add("broken", `${value.place}: ${type} of ${points.length} points`)
  return undefined
}

const toPixel = (node: Node, { height, width }: Size): ReadonlyArray<number> => [
  (node.at("x").number() / 100) * width,
  (node.at("y").number() / 100) * height,
]

const toPixels = (points: Node, { height, width }: Size): Drawing["points"] =>
  points.items().map((point) => {
    const [x = 0, y = 0] = point.numbers(2)
    return [(x / 100) * width, (y / 100) * height]
  })

const readRotation = (value: Node): number =>
  wrapAngle(toRadians(value.at("rotation").or(0, (found) => found.number())))

/** A rectangle is turned about its top-left corner, in pixels: percents of width and height are of different lengths. */
export const readRectangle = (value: Node, size: Size): Geometry => {
  const [left = 0, top = 0] = toPixel(value, size)
  const width = (value.at("width").number() / 100) * size.width
  const height = (value.at("height").number() / 100) * size.height
  const angle = readRotation(value)
  // Our writer marks rotated boxes whose angle is 0.
  if (angle === 0 && value.at("rotated").value !== true)
    return {
      type: "bbox",
      points: [
        [left, top],
        [left + width, top + height],
      ],
    }
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const center = [left + (width * cos - height * sin) / 2, top + (width * sin + height * cos) / 2] as const
  return draw({ type: "rotated_box", center, size: [Math.abs(width), Math.abs(height)], angle })
}

/** Curves become straight. */
const readVectorShape = (value: Node, size: Size, losses: Losses): Geometry | undefined => {
  const vertices = value.at("vertices").items()
  if (vertices.some((vertex) => vertex.at("isBezier").value === true)) losses.add("geometry", value.place)
  const points = vertices.map((vertex) => toPixel(vertex, size))
  return drawAs(value.at("closed").value === true ? "polygon" : "polyline", points, value, losses)
}

const readEllipse = (value: Node, size: Size): Geometry => {
  const [cx = 0, cy = 0] = toPixel(value, size)
  const rx = (value.at("radiusX").number() / 100) * size.width
  const ry = (value.at("radiusY").number() / 100) * size.height
  return draw({
    type: "ellipse",
    center: [cx, cy],
    radii: [Math.abs(rx), Math.abs(ry)],
    angle: readRotation(value),
  })
}

export const failWithoutSize = (shape: Node): never =>
  shape.fail("has no original_width, and its image is not among the files.")
