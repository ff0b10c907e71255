/** Annotations as the data of objects: `cuboid`, `bbox`, `rbbox`, `poly2d`, `poly3d`, `point2d`, `point3d`; and back. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { normalizeQuaternion, toHeading } from "../model/poses.ts"
import { fromEulerAngles, wrapAngle } from "../model/rotation.ts"
import type { Annotation, Cuboid } from "../model/Scene.ts"
import {
  type DrawnShape,
  printExactShape,
  readEllipse,
  readJoints,
  readRings,
  readRotatedBox,
} from "./exactShapes.ts"
import { type Element, printPolygon, readRing } from "./polygons.ts"

/** A point with several positions, a skeleton and an object of several polygons take one element for each of them. */
export const printShape = (annotation: Annotation): ReadonlyArray<Element> => {
  if (annotation.type === "segment") return []
  if (annotation.type === "cuboid") return [printCuboid(annotation)]
  const { points, shape, type } = annotation
  if (shape !== undefined) return printExactShape(shape, points)
  const is3d = points[0]?.length === 3
  if (type === "point") return points.map((val) => ({ type: is3d ? "point3d" : "point2d", val }))
  if (type === "bbox" && !is3d) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points
    const val = [(ax + bx) / 2, (ay + by) / 2, Math.abs(bx - ax), Math.abs(by - ay)]
    return [{ type: "bbox", val }]
  }
  const closed = type === "polygon"
  if (is3d) return [{ type: "poly3d", val: points.flat(), extra: { closed } }]
  return [printPolygon(points, {}, closed)]
}

/** Nine numbers, with Euler angles, for a yaw alone; ten, with a quaternion, for the whole rotation. */
const printCuboid = ({ dimensions, isSynced, position, rotation, yaw }: Cuboid): Element => {
  const { qw = 0, qx = 0, qy = 0, qz = 0 } = rotation ?? {}
  const turn = rotation === null ? [0, 0, yaw] : [qx, qy, qz, qw]
  const val = [position.x, position.y, position.z, ...turn, dimensions.x, dimensions.y, dimensions.z]
  return { type: "cuboid", val, ...(isSynced && { extra: { is_synced: true } }) }
}

export type ReadShape =
  | DrawnShape
  | Pick<Cuboid, "type" | "isSynced" | "position" | "dimensions" | "yaw" | "rotation">

export const shapeTypes = ["cuboid", "bbox", "rbbox", "poly2d", "poly3d", "point2d", "point3d"] as const

export type ShapeType = (typeof shapeTypes)[number]

/** The parts of an annotation together: points without names, joints of a skeleton, or rings of an object. */
export type Joined = "points" | "joints" | "rings"

/** The shape of elements that are one annotation. Undefined for what Annotary has no shape for, which is counted. */
export const readParts = (
  elements: ReadonlyArray<Node>,
  type: ShapeType,
  joined: Joined | undefined,
  losses: Losses,
): ReadShape | undefined => {
  if (joined === "joints") return readJoints(elements)
  if (joined === "rings") return readRings(elements, losses)
  if (joined === "points")
    return {
      type: "point",
      points: elements.map((element) => element.at("val").numbers(type === "point3d" ? 3 : 2)),
    }
  const [element] = elements
  return element && readShape(element, type, losses)
}

const readShape = (element: Node, type: ShapeType, losses: Losses): ReadShape | undefined => {
  const value = element.at("val")
  if (type === "cuboid") {
    // VCD writes null where an object has no place in a frame.
    if (!value.isPresent) losses.add("broken", element.place)
    return value.or(undefined, (found) => readCuboid(found, element))
  }
  if (type === "point2d") return { type: "point", points: [value.numbers(2)] }
  if (type === "point3d") return { type: "point", points: [value.numbers(3)] }
  if (type === "bbox") {
    const [x = 0, y = 0, w = 0, h = 0] = value.numbers(4)
    if (w < 0 || h < 0) value.fail("has a negative width or height.")
    return {
      type,
      points: [
        [x - w / 2, y - h / 2],
        [x + w / 2, y + h / 2],
      ],
    }
  }
  if (type === "rbbox") return readRotatedBox(value)
  const points = readRing(element, type === "poly3d" ? 3 : 2, losses)
  if (points === undefined) return undefined
  const closed = element.at("closed").or(true, (found) => found.truth())
  const ellipse = type === "poly2d" ? readEllipse(element, points, losses) : undefined
  return ellipse ?? { type: closed ? "polygon" : "polyline", points }
}

const readCuboid = (value: Node, element: Node): ReadShape => {
  const numbers = value.numbers()
  const [x = 0, y = 0, z = 0] = numbers
  const [dx = 0, dy = 0, dz = 0] = numbers.slice(-3)
  const rest = {
    type: "cuboid" as const,
    isSynced: element.at("is_synced").or(false, (own) => own.truth()),
    position: { x, y, z },
    dimensions: { x: dx, y: dy, z: dz },
  }
  if (numbers.length === 9) {
    // In the order ZYX, the default of OpenLABEL.
    const [rx = 0, ry = 0, rz = 0] = numbers.slice(3, 6)
    if (rx === 0 && ry === 0) return { ...rest, yaw: wrapAngle(rz), rotation: null }
    return { ...rest, ...toHeading(fromEulerAngles("ZYX", [rz, ry, rx])) }
  }
  if (numbers.length !== 10) value.fail("must have 9 or 10 numbers.")
  const [qx = 0, qy = 0, qz = 0, qw = 0] = numbers.slice(3, 7)
  const rotation = normalizeQuaternion({ qx, qy, qz, qw }) ?? value.fail("has a quaternion of zeros.")
  return { ...rest, yaw: toHeading(rotation).yaw, rotation }
}
