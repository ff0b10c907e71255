/** The points of Labelme's shapes as drawings, with those that X-AnyLabeling adds. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { draw, findRotatedBox, makeJoint, type Visibility } from "../model/exactShapes.ts"
import type { Drawing } from "../model/Scene.ts"

type Geometry = Pick<Drawing, "type" | "points" | "shape">
type Points = ReadonlyArray<ReadonlyArray<number>>

/** Undefined where nobody chose one. */
export const readLabel = (shape: Node): string | undefined => {
  const label = shape.at("label").or("", (found) => found.text())
  return label === "" ? undefined : label
}

/** By their names: how a shape is read. Undefined for points that make no such shape. */
const readers: ReadonlyMap<string, (points: Points) => Geometry | undefined> = new Map([
  ["rectangle", (points: Points) => readRectangle(points)],
  ["polygon", (points: Points) => drawAs("polygon", points, 3)],
  ["quadrilateral", (points: Points) => drawAs("polygon", points, 3)],
  ["oriented_rectangle", (points: Points) => readRotated(points)],
  ["rotation", (points: Points) => readRotated(points)],
  ["circle", (points: Points) => readCircle(points)],
  ["line", (points: Points) => drawAs("polyline", points, 2)],
  ["linestrip", (points: Points) => drawAs("polyline", points, 2)],
  ["point", (points: Points) => drawAs("point", points, 1)],
  ["points", (points: Points) => drawAs("point", points, 1)],
])

/** Undefined, and counted, for a shape of another type, and for one whose points make no such shape. */
export const readGeometry = (shape: Node, losses: Losses): Geometry | undefined => {
  const shapeType = shape.at("shape_type").or("polygon", (type) => type.text())
  const reader = readers.get(shapeType)
  if (reader === undefined) {
    losses.add("shapes", `${shape.place}: ${shapeType}`)
    return undefined
  }
  const points = shape
    .at("points")
    .items()
    .map((point) => point.numbers(2))
  const geometry = readSkeleton(shape.at("skeleton"), points) ?? reader(points)
  if (geometry === undefined) losses.add("broken", `${shape.place}: ${shapeType} of ${points.length} points`)
  return geometry
}

const drawAs = (type: Drawing["type"], points: Points, least: number): Geometry | undefined =>
  points.length >= least ? { type, points } : undefined

/** Two opposite corners, or all four, as X-AnyLabeling writes them; four that stand askew are a rotated box or a polygon. */
const readRectangle = (points: Points): Geometry | undefined => {
  if (points.length === 2) return { type: "bbox", points }
  if (points.length !== 4) return undefined
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0))
  const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]
  const [top, bottom] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]
  const isUpright = points.every(([x, y]) => (x === left || x === right) && (y === top || y === bottom))
  if (!isUpright) return readRotated(points)
  return {
    type: "bbox",
    points: [
      [left, top],
      [right, bottom],
    ],
  }
}

/** In pixels: tools round corners. */
const cornerTolerance = 0.01

const readRotated = (points: Points): Geometry | undefined => {
  if (points.length !== 4) return undefined
  const box = findRotatedBox(points, cornerTolerance)
  return box === undefined ? { type: "polygon", points } : draw(box)
}

/** Its center, and a point of it. */
const readCircle = (points: Points): Geometry | undefined => {
  const [[cx = 0, cy = 0] = [], [x = 0, y = 0] = []] = points
  if (points.length !== 2) return undefined
  const radius = Math.hypot(x - cx, y - cy)
  return draw({ type: "ellipse", center: [cx, cy], radii: [radius, radius], angle: 0 })
}

/** The names of joints in the field that our writer adds to points. */
export const readJointNames = (skeleton: Node): ReadonlyArray<string> =>
  skeleton.or([], (found) =>
    found
      .at("joints")
      .items()
      .map((joint) => joint.at("name").text()),
  )

/** Undefined without that field, and where somebody has added or removed points since. */
const readSkeleton = (skeleton: Node, points: Points): Geometry | undefined => {
  const names = readJointNames(skeleton)
  if (names.length === 0 || new Set(names).size !== names.length) return undefined
  const visibilities = skeleton
    .at("joints")
    .items()
    .map((joint) => toVisibility(joint.at("visibility").value))
  if (visibilities.filter((visibility) => visibility > 0).length !== points.length) return undefined
  const rest = [...points]
  const joints = names.map((name, index) => {
    const visibility = visibilities[index] ?? 0
    const [x = 0, y = 0] = (visibility > 0 ? rest.shift() : undefined) ?? []
    return makeJoint(name, visibility > 0 ? [x, y] : null, visibility)
  })
  const box = skeleton.at("box").or(undefined, (found) => found.items().map((corner) => corner.numbers(2)))
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = box ?? []
  return draw({
    type: "skeleton",
    joints,
    ...(box !== undefined && {
      box: [
        [left, top],
        [right, bottom],
      ],
    }),
  })
}

const toVisibility = (value: unknown): Visibility => (value === 0 || value === 1 ? value : 2)
