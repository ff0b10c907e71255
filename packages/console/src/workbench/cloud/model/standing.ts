/** Puts cuboids on the ground. */
import { type Cuboid, listCorners, moveCuboid } from "./cuboid.ts"
import { findGroundBelow } from "./fit/ground.ts"
import { listPointsNear } from "./fit/nearby.ts"
import { findGroundHeight } from "./groundAt.ts"
import type { PreparedCloud } from "./prepared.ts"

/** The distance around the cuboid in which the ground is looked at, in meters; far enough up and down for one that floats. */
const around = [2, 2, 4] as const

/** The cuboid with its lowest corner on the ground. The object itself hides the ground below it, so that the one around it counts. */
export const standCuboid = (cloud: PreparedCloud, cuboid: Cuboid): Cuboid => {
  const [length, width] = cuboid.dimensions
  const beside = listPointsNear(cloud, cuboid, around).filter(
    ([x, y]) => Math.abs(x) > length / 2 + 0.2 || Math.abs(y) > width / 2 + 0.2,
  )
  const ground = findGroundBelow(beside)
  const [x, y, z] = cuboid.position
  const height = ground === undefined ? findGroundHeight(cloud, x, y) : z + ground(0, 0)
  const lowest = Math.min(...listCorners(cuboid).map((corner) => corner[2]))
  return moveCuboid(cuboid, [0, 0, height - lowest])
}
