/** Moves of stored places. What has no height gets none, and what is near to the ground follows it. */
import type { Vector } from "../../model/vector.ts"
import type { Place } from "./places.ts"
import type { HeightAt } from "./spaceShape.ts"

/** A place this near to the ground moves along it; a higher one keeps its height. In meters. */
export const onGroundReach = 0.4

/** The place after a move. Without a ground, which is that of a loaded cloud, all heights stay. */
export const movePlace = (place: Place, by: Vector, ground: HeightAt | undefined): Place => {
  const [fromX = 0, fromY = 0, z] = place
  const [x, y] = [fromX + by[0], fromY + by[1]]
  if (z === undefined) return by[2] === 0 || ground === undefined ? [x, y] : [x, y, ground(x, y) + by[2]]
  if (by[2] !== 0 || ground === undefined) return [x, y, z + by[2]]
  // The distance to the ground stays, so that the way back leads to the same place.
  const above = z - ground(fromX, fromY)
  return [x, y, Math.abs(above) <= onGroundReach ? ground(x, y) + above : z]
}

/** The middle between two places: on the ground where both are, or where a height is not known. */
export const computeMiddle = (a: Place, b: Place, ground: HeightAt | undefined): Place => {
  const [ax = 0, ay = 0, az = ground?.(ax, ay)] = a
  const [bx = 0, by = 0, bz = ground?.(bx, by)] = b
  const middle = [(ax + bx) / 2, (ay + by) / 2]
  const isOnGround = a.length < 3 && b.length < 3
  return isOnGround || az === undefined || bz === undefined ? middle : [...middle, (az + bz) / 2]
}

/** The place with one coordinate replaced. */
export const replaceCoordinate = (place: Place, axis: 0 | 1 | 2, value: number): Place =>
  axis < place.length ? place.with(axis, value) : [...place, value]
