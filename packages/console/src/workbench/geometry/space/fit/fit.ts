/** Fits a cuboid to the points that it contains, without the ground below it and without outliers. */
import type { SearchedCloud } from "../../../clouds/octree.ts"
import { type Cuboid, shortestSide } from "../../../editor/label/cuboids/cuboid.ts"
import { addVectors, fromYaw, moveAlongAxes, type Vector, wrapAngle } from "../vector.ts"
import { findGroundBelow, type Ground } from "./ground.ts"
import { findEnd, findHeading, findPeak } from "./heading.ts"
import { listPointsNear } from "./nearby.ts"

/** Limits the change of a cuboid: categories can lock the size and the rotation of their objects. */
export interface FitLimits {
  readonly turns: boolean
  readonly resizes: boolean
}

const free: FitLimits = { turns: true, resizes: true }

/** The distance from a side of the cuboid within which its object may end, in meters. */
const slack = 0.45
/** The distance around it in which the ground is looked at. */
const surroundings = 1.5
/** Points this near to the ground are ground. */
const groundThickness = 0.12
/** Fewer points show no shape. */
const fewestPoints = 12

/**
 * The cuboid fitted to its points; undefined when there are too few of them. It is fitted twice: sides that were too
 * far away at first are near after that.
 */
export const fitCuboid = (
  cloud: SearchedCloud,
  cuboid: Cuboid,
  limits: FitLimits = free,
): Cuboid | undefined => {
  const once = fitOnce(cloud, cuboid, limits)
  return once && (fitOnce(cloud, once, limits) ?? once)
}

const fitOnce = (cloud: SearchedCloud, cuboid: Cuboid, limits: FitLimits): Cuboid | undefined => {
  const near = listPointsNear(cloud, cuboid, [surroundings, surroundings, 2])
  const [l, w, h] = cuboid.dimensions.map((side) => side / 2) as [number, number, number]
  // The lowest points of the object itself would lift the ground.
  const beside = near.filter(([x, y]) => Math.abs(x) > l + 0.3 || Math.abs(y) > w + 0.3)
  const ground = findGroundBelow(beside.length < fewestPoints ? near : beside)
  const inside = near.filter(
    ([x, y, z]) =>
      Math.abs(x) < l + slack &&
      Math.abs(y) < w + slack &&
      z < h + 1 &&
      (ground === undefined ? z > -h - 0.2 : z > ground(x, y) + groundThickness),
  )
  const points = findCluster(inside, ([x, y]) => Math.abs(x) < l && Math.abs(y) < w)
  if (points.length < fewestPoints) return undefined
  const angle = limits.turns && cuboid.rotation === undefined ? findHeading(points) : 0
  return placeAround(cuboid, { points, angle, ground, resizes: limits.resizes })
}

interface Shape {
  readonly points: ReadonlyArray<Vector>
  /** The heading, relative to that of the cuboid. */
  readonly angle: number
  readonly ground: Ground | undefined
  readonly resizes: boolean
}

/** The cuboid around the points, with a heading relative to its own. */
const placeAround = (cuboid: Cuboid, { angle, ground, points, resizes }: Shape): Cuboid => {
  const axes = fromYaw(angle)
  const [c, s] = axes[0]
  const [length, width, height] = cuboid.dimensions
  const ahead = fitSideways(points, [c, s], length, resizes)
  const left = fitSideways(points, [-s, c], width, resizes)
  const middle = moveAlongAxes(axes, [ahead.center, left.center, 0])
  const heights = Float64Array.from(points, ([, , z]) => z).sort()
  const top =
    findPeak([...heights], "high") ??
    heights[heights.length - 1 - Math.min(Math.floor(points.length / 100), 5)] ??
    0
  const low = ground?.(middle[0], middle[1])
  // What hangs above the ground, such as a sign, ends where its points do.
  const stands = low !== undefined && (heights[0] ?? 0) - low < 0.6
  const bottom = stands ? low : (heights[0] ?? 0)
  const size: Vector = [ahead.size, left.size, resizes ? Math.max(top - bottom, shortestSide) : height]
  const center: Vector = [middle[0], middle[1], resizes ? bottom + size[2] / 2 : bottom + height / 2]
  return {
    ...cuboid,
    position: addVectors(cuboid.position, moveAlongAxes(fromYaw(cuboid.yaw), center)),
    dimensions: size,
    yaw: wrapAngle(cuboid.yaw + angle),
  }
}

/** Center and size along one direction. */
const fitSideways = (
  points: ReadonlyArray<Vector>,
  [x, y]: readonly [number, number],
  before: number,
  resizes: boolean,
): { readonly center: number; readonly size: number } => {
  const values = points.map(([px, py]) => px * x + py * y)
  const peaks = { low: findPeak(values, "low"), high: findPeak(values, "high") }
  const low = peaks.low ?? findEnd(values, "low")
  const high = peaks.high ?? findEnd(values, "high")
  const extent = high - low
  // The scanner saw one side alone: the size stays, and the cuboid touches the side that it saw.
  const isPartial = extent < before * 0.7
  if (!isPartial && resizes) return { center: (low + high) / 2, size: Math.max(extent, shortestSide) }
  if (peaks.low !== undefined && (peaks.high === undefined || Math.abs(low) > Math.abs(high)))
    return { center: low + before / 2, size: before }
  if (peaks.high !== undefined) return { center: high - before / 2, size: before }
  return isPartial ? { center: 0, size: before } : { center: (low + high) / 2, size: before }
}

/** The points of one object: those that are connected with what is inside the cuboid. */
const cell = 0.3

const formatCellKey = (x: number, y: number, z: number): string => `${x} ${y} ${z}`
const findCell = ([x, y, z]: Vector): Vector => [
  Math.floor(x / cell),
  Math.floor(y / cell),
  Math.floor(z / cell),
]

/** Points with fewer others around them than this are outliers. */
const fewest = 2
/** The distance within which other points are around a point. */
const nearby = 0.4

/** The points that are connected with the seeds, without outliers. */
const findCluster = (
  points: ReadonlyArray<Vector>,
  isSeed: (point: Vector) => boolean,
): ReadonlyArray<Vector> => {
  const cells = new Map<string, Array<Vector>>()
  for (const point of points) {
    const key = formatCellKey(...findCell(point))
    const cellPoints = cells.get(key)
    if (cellPoints === undefined) cells.set(key, [point])
    else cellPoints.push(point)
  }
  const seen = new Set<string>()
  const open: Array<Vector> = []
  const visit = (at: Vector) => {
    const key = formatCellKey(...at)
    if (seen.has(key) || !cells.has(key)) return
    seen.add(key)
    open.push(at)
  }
  for (const point of points) if (isSeed(point)) visit(findCell(point))
  for (let at = open.pop(); at !== undefined; at = open.pop()) for (const next of listAround(at)) visit(next)
  const isAlone = (point: Vector) => {
    let others = -1
    for (const [x, y, z] of listAround(findCell(point)))
      for (const other of cells.get(formatCellKey(x, y, z)) ?? []) {
        if (Math.hypot(other[0] - point[0], other[1] - point[1], other[2] - point[2]) < nearby) others += 1
        if (others >= fewest) return false
      }
    return true
  }
  return [...seen].flatMap((key) => cells.get(key) ?? []).filter((point) => !isAlone(point))
}

/** A cell and the 26 around it. */
const listAround = ([x, y, z]: Vector): ReadonlyArray<Vector> =>
  steps.flatMap((dx) => steps.flatMap((dy) => steps.map((dz): Vector => [x + dx, y + dy, z + dz])))

const steps = [-1, 0, 1]
