/** Annotations as the data of objects: `cuboid`, `bbox`, `poly2d`, `poly3d`, `point2d`, `point3d`; and back. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { headingOf, normalized } from "../model/poses.ts"
import { rotationOfAngles } from "../model/rotation.ts"
import type { Annotation, Cuboid, Drawing } from "../model/Scene.ts"

type Element = { readonly type: string; readonly val: ReadonlyArray<number>; readonly extra?: object }

/** A point with several positions takes one element for each. */
export const printShape = (annotation: Annotation): ReadonlyArray<Element> => {
  if (annotation.type === "segment") return []
  if (annotation.type === "cuboid") return [printCuboid(annotation)]
  const { points, type } = annotation
  const is3d = points[0]?.length === 3
  if (type === "point") return points.map((val) => ({ type: is3d ? "point3d" : "point2d", val }))
  if (type === "bbox" && !is3d) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points
    const val = [(ax + bx) / 2, (ay + by) / 2, Math.abs(bx - ax), Math.abs(by - ay)]
    return [{ type: "bbox", val }]
  }
  const closed = type === "polygon"
  const val = points.flat()
  return is3d
    ? [{ type: "poly3d", val, extra: { closed } }]
    : [{ type: "poly2d", val, extra: { closed, mode: "MODE_POLY2D_ABSOLUTE" } }]
}

/** Nine numbers, with Euler angles, for a yaw alone; ten, with a quaternion, for the whole rotation. */
const printCuboid = ({ dimensions, isSynced, position, rotation, yaw }: Cuboid): Element => {
  const { qw = 0, qx = 0, qy = 0, qz = 0 } = rotation ?? {}
  const turn = rotation === null ? [0, 0, yaw] : [qx, qy, qz, qw]
  const val = [position.x, position.y, position.z, ...turn, dimensions.x, dimensions.y, dimensions.z]
  return { type: "cuboid", val, ...(isSynced && { extra: { is_synced: true } }) }
}

type ReadShape =
  | Pick<Drawing, "type" | "points">
  | Pick<Cuboid, "type" | "isSynced" | "position" | "dimensions" | "yaw" | "rotation">

export const shapeTypes = ["cuboid", "bbox", "rbbox", "poly2d", "poly3d", "point2d", "point3d"] as const

export type ShapeType = (typeof shapeTypes)[number]

/** Undefined for what Annotary has no shape for, which is counted. */
export const readShape = (element: Node, type: ShapeType, losses: Losses): ReadShape | undefined => {
  const value = element.at("val")
  if (type === "cuboid") return value.or(undefined, (found) => readCuboid(found, element))
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
  if (type === "rbbox") return { type: "polygon", points: turnedBox(value.numbers(5)) }
  const closed = element.at("closed").or(true, (found) => found.truth())
  const mode = element.at("mode").or("MODE_POLY2D_ABSOLUTE", (found) => found.text())
  if (type === "poly2d" && !mode.endsWith("ABSOLUTE") && !mode.endsWith("RELATIVE")) {
    losses.add("shapes", element.place)
    return undefined
  }
  const points = inGroups(value, type === "poly3d" ? 3 : 2)
  return {
    type: closed ? "polygon" : "polyline",
    points: mode.endsWith("RELATIVE") ? accumulated(points) : points,
  }
}

const readCuboid = (value: Node, element: Node): ReadShape => {
  const numbers = value.numbers()
  const [x = 0, y = 0, z = 0] = numbers
  const [dx = 0, dy = 0, dz = 0] = numbers.slice(-3)
  const rest = {
    type: "cuboid" as const,
    isSynced: element.at("is_synced").value === true,
    position: { x, y, z },
    dimensions: { x: dx, y: dy, z: dz },
  }
  if (numbers.length === 9) {
    // In the order ZYX, the default of OpenLABEL.
    const [rx = 0, ry = 0, rz = 0] = numbers.slice(3, 6)
    if (rx === 0 && ry === 0) return { ...rest, yaw: rz, rotation: null }
    return { ...rest, ...headingOf(rotationOfAngles("ZYX", [rz, ry, rx])) }
  }
  if (numbers.length !== 10) value.fail("must have 9 or 10 numbers.")
  const [qx = 0, qy = 0, qz = 0, qw = 0] = numbers.slice(3, 7)
  const rotation = normalized({ qx, qy, qz, qw }) ?? value.fail("has a quaternion of zeros.")
  return { ...rest, yaw: headingOf(rotation).yaw, rotation }
}

const turnedBox = ([x = 0, y = 0, w = 0, h = 0, alpha = 0]: ReadonlyArray<number>) =>
  [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ].map(([dx = 0, dy = 0]) => [
    x + dx * Math.cos(alpha) - dy * Math.sin(alpha),
    y + dx * Math.sin(alpha) + dy * Math.cos(alpha),
  ])

const inGroups = (value: Node, size: number): ReadonlyArray<ReadonlyArray<number>> => {
  const numbers = value.numbers()
  if (numbers.length === 0 || numbers.length % size !== 0)
    value.fail(`must have ${size} numbers for each point.`)
  return Array.from({ length: numbers.length / size }, (_, i) => numbers.slice(i * size, (i + 1) * size))
}

const accumulated = (points: ReadonlyArray<ReadonlyArray<number>>) => {
  let at: ReadonlyArray<number> = points[0]?.map(() => 0) ?? []
  return points.map((point) => {
    at = point.map((value, axis) => value + (at[axis] ?? 0))
    return at
  })
}
