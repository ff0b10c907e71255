/** Shapes that are drawn in a point cloud: polygons, polylines and points, of places in the world. */
import type { PreparedCloud } from "../../../clouds/prepared.ts"
import type { HeightAt } from "../../../geometry/space/groundAt.ts"
import { makeGround } from "../../../geometry/space/groundAt.ts"
import type { Vector } from "../../../geometry/space/vector.ts"
import type { Annotation } from "../annotation.ts"
import type { Cuboid } from "../cuboids/cuboid.ts"
import { type Place, readPlaces } from "./places.ts"

export type SpaceType = "polygon" | "polyline" | "point"

export interface SpaceShape {
  readonly key: string
  readonly type: SpaceType
  readonly points: ReadonlyArray<Vector>
  /** The same places as they are stored, some of them without a height. */
  readonly places: ReadonlyArray<Place>
}

/** The height at which places without one are shown: that of the ground, once there is a cloud. */
export const makeHeight = (cloud: PreparedCloud | undefined): HeightAt =>
  cloud === undefined ? () => 0 : makeGround(cloud)

/** The places along the line of a shape: that of a polygon ends where it begins. */
export const closeLine = <At>(type: SpaceType, points: ReadonlyArray<At>): ReadonlyArray<At> =>
  type === "polygon" ? [...points, ...points.slice(0, 1)] : points

/** The shape of an annotation; undefined for one of another kind. A place of two numbers lies on the ground. */
export const readSpaceShape = (
  { key, source, type }: Annotation,
  heightAt: HeightAt,
): SpaceShape | undefined => {
  if (type === undefined || type === "bbox") return undefined
  // A shape without one of its places is another.
  const places = readPlaces(source.points)
  if (places === undefined || places.length === 0) return undefined
  return { key, type, places, points: places.map(([x = 0, y = 0, z = heightAt(x, y)]) => [x, y, z]) }
}

/** A box around a shape, for the camera to look at. */
export const computeBox = ({ points }: Pick<SpaceShape, "points">): Cuboid => {
  const computeAxis = (axis: 0 | 1 | 2) => {
    const values = points.map((point) => point[axis])
    return { low: Math.min(...values), high: Math.max(...values) }
  }
  const [x, y, z] = [computeAxis(0), computeAxis(1), computeAxis(2)]
  const computeMiddle = ({ high, low }: { readonly high: number; readonly low: number }) => (high + low) / 2
  const size = ({ high, low }: { readonly high: number; readonly low: number }) => Math.max(high - low, 1)
  return {
    position: [computeMiddle(x), computeMiddle(y), computeMiddle(z)],
    dimensions: [size(x), size(y), size(z)],
    yaw: 0,
    rotation: undefined,
  }
}

/** Meters along the sides of a shape. */
export const measureShapeLength = ({ points, type }: Pick<SpaceShape, "points" | "type">): number => {
  if (type === "point") return 0
  const ends = closeLine(type, points)
  let length = 0
  for (const [index, [x, y, z]] of ends.entries()) {
    const before = ends[index - 1]
    if (before !== undefined) length += Math.hypot(x - before[0], y - before[1], z - before[2])
  }
  return length
}

/** Square meters of a polygon, as seen from above. */
export const measureGroundArea = ({ points, type }: Pick<SpaceShape, "points" | "type">): number => {
  if (type !== "polygon") return 0
  let twice = 0
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice) / 2
}

/** Meters and square meters, as the panels and hints of shapes show them. */
export const formatTwoDigits = (value: number, language: string): string =>
  value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
