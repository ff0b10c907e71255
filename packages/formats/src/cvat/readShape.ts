/** Shapes of CVAT as annotations. */
import type { Losses } from "../carry/Losses.ts"
import type { XmlElement } from "../files/xml.ts"
import type { AttributeDefinition } from "../model/Dataset.ts"
import type { Attributes, Drawing } from "../model/Scene.ts"
import { type Crop, readCrop } from "./masks.ts"
import { attributeValue, type Meta } from "./readMeta.ts"

export type Shape =
  | { readonly type: "segment"; readonly crop: Crop }
  | { readonly type: Drawing["type"]; readonly points: Drawing["points"] }

/** Elements of images and tracks that are shapes. `tag` labels a whole image. */
export const shapeNames: ReadonlySet<string> = new Set([
  "box",
  "polygon",
  "polyline",
  "points",
  "ellipse",
  "mask",
  "skeleton",
  "cuboid",
  "tag",
])

/** Undefined for a shape that Annotary does not have; it is counted. */
export const readShape = (
  element: XmlElement,
  label: string,
  { skeletons }: Pick<Meta, "skeletons">,
  losses: Losses,
): Shape | undefined => {
  switch (element.name) {
    case "box":
      return boxOf(element, losses)
    case "polygon":
      return { type: "polygon", points: pointsOf(element, 3) }
    case "polyline":
      return { type: "polyline", points: pointsOf(element, 2) }
    case "points":
      return { type: "point", points: pointsOf(element, 1) }
    case "ellipse":
      return ellipseOf(element, losses)
    case "mask":
      return { type: "segment", crop: readCrop(element) }
    case "skeleton":
      return skeletonOf(element, skeletons.get(label) ?? [], losses)
    default:
      losses.add("shapes", element.place)
      return undefined
  }
}

const boxOf = (element: XmlElement, losses: Losses): Shape => {
  const [left, top] = [element.number("xtl"), element.number("ytl")]
  const [right, bottom] = [element.number("xbr"), element.number("ybr")]
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  const degrees = element.optional("rotation") === undefined ? 0 : element.number("rotation")
  if (degrees % 360 === 0)
    return {
      type: "bbox",
      points: [
        [left, top],
        [right, bottom],
      ],
    }
  losses.add("geometry", element.place)
  return {
    type: "polygon",
    points: rotated(corners, [(left + right) / 2, (top + bottom) / 2], degrees),
  }
}

/** Clockwise as seen, because y points down. */
const rotated = (
  points: Drawing["points"],
  [cx, cy]: readonly [number, number],
  degrees: number,
): Drawing["points"] => {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(([x = 0, y = 0]) => [
    cx + (x - cx) * cos - (y - cy) * sin,
    cy + (x - cx) * sin + (y - cy) * cos,
  ])
}

const ellipseCorners = 36

const ellipseOf = (element: XmlElement, losses: Losses): Shape => {
  const [cx, cy] = [element.number("cx"), element.number("cy")]
  const [rx, ry] = [element.number("rx"), element.number("ry")]
  const degrees = element.optional("rotation") === undefined ? 0 : element.number("rotation")
  const points = Array.from({ length: ellipseCorners }, (_, i) => {
    const angle = (2 * Math.PI * i) / ellipseCorners
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
  losses.add("geometry", element.place)
  return { type: "polygon", points: rotated(points, [cx, cy], degrees) }
}

/** The points in the order of the label; without their names, and hidden ones like visible ones. */
const skeletonOf = (element: XmlElement, order: ReadonlyArray<string>, losses: Losses): Shape | undefined => {
  const rank = (point: XmlElement) => order.indexOf(point.attribute("label"))
  const points = [...element.all("points")].sort((a, b) => rank(a) - rank(b))
  losses.add("geometry", element.place)
  if (points.length === 0) element.fail("a skeleton has no points.")
  return { type: "point", points: points.flatMap((point) => pointsOf(point, 1)) }
}

const pointsOf = (element: XmlElement, least: number): Drawing["points"] => {
  const points = element
    .attribute("points")
    .split(";")
    .map((pair) => {
      const numbers = pair.split(",").map((text) => element.parsed(text, "points"))
      return numbers.length === 2 ? numbers : element.fail("points must be pairs of numbers.")
    })
  return points.length >= least ? points : element.fail(`<${element.name}> needs ${least} points.`)
}

/** Values have the types of their definitions; without one they are text. */
export const readAttributes = (
  elements: ReadonlyArray<XmlElement>,
  shape: XmlElement,
  definitions: ReadonlyArray<AttributeDefinition>,
  losses: Losses,
): Attributes => {
  const attributes: Record<string, string | number | boolean> = {}
  if (shape.optional("occluded") === "1") attributes.occluded = true
  for (const element of elements) {
    const name = element.attribute("name")
    const value = attributeValue(definitions.find((one) => one.name === name)?.input_type, element.text)
    if (value === undefined) losses.add("attribute-value", element.place)
    else attributes[name] = value
  }
  if ((shape.optional("group_id") ?? "0") !== "0") losses.add("unknown", `${shape.place}: group_id`)
  return attributes
}
