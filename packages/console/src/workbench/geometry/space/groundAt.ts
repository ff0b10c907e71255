/** Places on the ground under the pointer. */
import { listStretches } from "../../clouds/octree.ts"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import { intersectLevel, type Ray } from "./pick.ts"
import type { Vector } from "./vector.ts"

/** The distance around a place in which its ground is looked for, in meters. */
const reach = 1.5

/** The height of the ground at a place: of the lowest points around it, or of the whole cloud where there are none. */
export const findGroundHeight = (cloud: PreparedCloud, x: number, y: number): number => {
  const { bounds, ground, origin, positions } = cloud
  const heights: Array<number> = []
  const low: Vector = [x - reach, y - reach, bounds.min[2]]
  for (const { end, start } of listStretches(cloud, low, [x + reach, y + reach, bounds.max[2]]))
    for (let point = start; point < end; point++) {
      if (Math.abs((positions[point * 3] ?? 0) + origin[0] - x) > reach) continue
      if (Math.abs((positions[point * 3 + 1] ?? 0) + origin[1] - y) > reach) continue
      heights.push((positions[point * 3 + 2] ?? 0) + origin[2])
    }
  if (heights.length < 5) return ground
  heights.sort((a, b) => a - b)
  return heights[Math.floor(heights.length * 0.1)] ?? ground
}

/** The ground of a cloud by place. */
export const makeGround =
  (cloud: PreparedCloud) =>
  (x: number, y: number): number =>
    findGroundHeight(cloud, x, y)

/** Finds where a ray meets the ground. */
export const intersectGround = (
  cloud: PreparedCloud | undefined,
  ray: Ray,
  level = 0,
): Vector | undefined => {
  let place = intersectLevel(ray, cloud?.ground ?? level)
  if (cloud === undefined) return place
  // The height depends on the place and the place on the height; twice is near enough on streets.
  for (const _ of [1, 2])
    if (place !== undefined) place = intersectLevel(ray, findGroundHeight(cloud, place[0], place[1]))
  return place
}

/** The height of the ground at a place. */
export type HeightAt = (x: number, y: number) => number
