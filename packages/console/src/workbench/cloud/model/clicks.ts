/** A new cuboid from places on the ground. */
import type { Cuboid } from "./cuboid.ts"
import { shortestSide } from "./cuboid.ts"
import { addVectors, scaleVector, subtractVectors, type Vector } from "./vector.ts"

/** The size of a cuboid whose category has none. */
export const usualSize: Vector = [4.5, 1.9, 1.6]

/**
 * The cuboid of three places: two along one side, from the rear to the front, and one on the side across. With two
 * places it has no width yet.
 */
export const fromClicks = (places: ReadonlyArray<Vector>, height: number): Cuboid | undefined => {
  const [rear, front, across] = places
  if (rear === undefined || front === undefined) return undefined
  const along = subtractVectors(front, rear)
  const length = Math.hypot(along[0], along[1])
  if (length < shortestSide) return undefined
  const yaw = Math.atan2(along[1], along[0])
  const left: Vector = [-Math.sin(yaw), Math.cos(yaw), 0]
  const aside = across === undefined ? 0 : subtractVectors(across, rear)
  const width = aside === 0 ? 0 : aside[0] * left[0] + aside[1] * left[1]
  const base = Math.min(...places.map(([, , z]) => z))
  const [x, y] = addVectors(addVectors(rear, scaleVector(along, 0.5)), scaleVector(left, width / 2))
  return {
    position: [x, y, base + height / 2],
    dimensions: [length, Math.max(Math.abs(width), shortestSide), height],
    yaw,
    rotation: undefined,
  }
}

/** A cuboid of a given size that stands on a place of the ground. */
export const makeStandingCuboid = (place: Vector, size: Vector, yaw: number): Cuboid => ({
  position: addVectors(place, [0, 0, size[2] / 2]),
  dimensions: size,
  yaw,
  rotation: undefined,
})
