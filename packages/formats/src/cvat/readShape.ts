/** Shapes of CVAT as annotations. */
import type { Losses } from "../carry/Losses.ts"
import type { Limits } from "../files/limits.ts"
import { PartReader } from "../files/PartReader.ts"
import type { XmlElement } from "../files/xml.ts"
import type { AttributeDefinition, SkeletonDefinition } from "../model/Dataset.ts"
import { draw, type Joint, makeJoint, toRadians } from "../model/exactShapes.ts"
import { wrapAngle } from "../model/rotation.ts"
import type { Attributes, Drawing } from "../model/Scene.ts"
import { type Crop, readCrop } from "./masks.ts"
import { parseAttributeValue } from "./readMeta.ts"

export type Shape =
  | { readonly type: "segment"; readonly crop: Crop }
  | Pick<Drawing, "type" | "points" | "shape">

/** Elements that have no shape of Annotary: `tag` labels a whole image, a cuboid is drawn as eight corners in the image. */
const otherNames: ReadonlySet<string> = new Set(["tag", "cuboid"])

/** Undefined for a shape that Annotary does not have, and for one without enough points; it is counted. */
export const readShape = (
  element: XmlElement,
  skeleton: SkeletonDefinition | undefined,
  losses: Losses,
  limits: Limits,
): Shape | undefined => {
  switch (element.name) {
    case "box":
      return readRotatedBox(element)
    case "polygon":
      return makeShape(element, "polygon", 3, losses)
    case "polyline":
      return makeShape(element, "polyline", 2, losses)
    case "points":
      return makeShape(element, "point", 1, losses)
    case "ellipse":
      return draw({
        type: "ellipse",
        center: [element.number("cx"), element.number("cy")],
        radii: [element.number("rx"), element.number("ry")],
        angle: readAngle(element),
      })
    case "mask":
      return { type: "segment", crop: readCrop(element, limits) }
    case "skeleton":
      return readSkeleton(element, skeleton, losses)
    default:
      losses.add(otherNames.has(element.name) ? "shapes" : "unknown", `${element.place}: ${element.name}`)
      return undefined
  }
}

/** Degrees, clockwise as seen. */
const readAngle = (element: XmlElement): number =>
  element.optional("rotation") === undefined ? 0 : wrapAngle(toRadians(element.number("rotation")))

const readRotatedBox = (element: XmlElement): Shape => {
  const [left, top] = [element.number("xtl"), element.number("ytl")]
  const [right, bottom] = [element.number("xbr"), element.number("ybr")]
  const angle = readAngle(element)
  if (angle === 0 && element.optional("annotary_rotated") !== "1")
    return {
      type: "bbox",
      points: [
        [left, top],
        [right, bottom],
      ],
    }
  return draw({
    type: "rotated_box",
    center: [(left + right) / 2, (top + bottom) / 2],
    size: [Math.abs(right - left), Math.abs(bottom - top)],
    angle,
  })
}

const makeShape = (
  element: XmlElement,
  type: Drawing["type"],
  least: number,
  losses: Losses,
): Shape | undefined => {
  const points = readPoints(element)
  if (points.length >= least) return { type, points }
  losses.add("broken", `${element.place}: ${element.name} of ${points.length} points`)
  return undefined
}

/** Joints that are outside have no place in the image, whatever the file says; occluded ones are labeled but hidden. */
const readJoint = (point: XmlElement): Joint => {
  const name = point.attribute("label")
  const [place] = point.optional("outside") === "1" ? [] : readPoints(point)
  const [x = 0, y = 0] = place ?? []
  return makeJoint(name, place === undefined ? null : [x, y], point.optional("occluded") === "1" ? 1 : 2)
}

/** A joint that cannot be read is counted, and the others come in. */
const readSkeleton = (
  element: XmlElement,
  skeleton: SkeletonDefinition | undefined,
  losses: Losses,
): Shape | undefined => {
  const jointsByName = new Map<string, Joint>()
  const parts = new PartReader(losses)
  for (const point of element.all("points")) {
    const joint = parts.read(() => readJoint(point))
    if (joint === undefined) continue
    jointsByName.set(joint.name, joint)
    losses.add("attributes", point.place, point.all("attribute").length)
  }
  const names = new Set([...(skeleton?.joints ?? []).map(({ name }) => name), ...jointsByName.keys()])
  const joints = [...names].map((name) => jointsByName.get(name) ?? makeJoint(name, null, 0))
  if (joints.some(({ visibility }) => visibility > 0)) return draw({ type: "skeleton", joints })
  losses.add("broken", `${element.place}: skeleton without a visible point`)
  return undefined
}

const readPoints = (element: XmlElement): Drawing["points"] =>
  element
    .attribute("points")
    .split(";")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => {
      const numbers = pair.split(",").map((text) => element.parseNumber(text, "points"))
      return numbers.length === 2 ? numbers : element.fail("points must be pairs of numbers.")
    })

/** The attribute that says which shapes belong together, as Labelme has it too. */
export const groupAttribute = "group_id"

/** The attribute of shapes that no person made; the usual source is left out. */
export const sourceAttribute = "source"
const usualSource = "manual"

export const readGroup = (shape: XmlElement): number | undefined => {
  const text = shape.optional(groupAttribute) ?? "0"
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export const readSource = (shape: XmlElement): string | undefined => {
  const source = shape.optional(sourceAttribute) ?? ""
  return source === "" || source === usualSource ? undefined : source
}

/** Values have the types of their definitions; without one they are text. `owner` has the group and the source: the shape, or its track. */
export const readAttributes = (
  elements: ReadonlyArray<XmlElement>,
  shape: XmlElement,
  definitions: ReadonlyArray<AttributeDefinition>,
  losses: Losses,
  owner: XmlElement = shape,
): Attributes => {
  const attributes: Record<string, string | number | boolean> = {}
  if (shape.optional("occluded") === "1") attributes.occluded = true
  const [group, source] = [readGroup(owner), readSource(owner)]
  if (group !== undefined) attributes[groupAttribute] = group
  if (source !== undefined) attributes[sourceAttribute] = source
  for (const element of elements) {
    const name = element.optional("name") ?? ""
    const value = parseAttributeValue(definitions.find((one) => one.name === name)?.input_type, element.text)
    if (name === "" || value === undefined) losses.add("attribute-value", element.place)
    else attributes[name] = value
  }
  return attributes
}
