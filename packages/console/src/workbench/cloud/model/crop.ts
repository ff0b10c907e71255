/** The part of a cloud around a place: small enough to be kept of many frames at once. */
import type { Vector } from "../formats/Cloud.ts"
import { type SearchedCloud, stretchesWithin } from "./octree.ts"
import { minus, plus } from "./vector.ts"

/** The points within a distance of a place along each axis of the world. Of more than `most` points, an even share. */
export const cropped = (
  cloud: SearchedCloud,
  center: Vector,
  reach: number,
  most = Number.POSITIVE_INFINITY,
): SearchedCloud => {
  const around: Vector = [reach, reach, reach]
  const [x0, y0, z0] = minus(center, cloud.origin)
  const { positions } = cloud
  const found: Array<number> = []
  for (const { end, start } of stretchesWithin(cloud, minus(center, around), plus(center, around)))
    for (let point = start; point < end; point++)
      if (
        Math.abs((positions[point * 3] ?? 0) - x0) <= reach &&
        Math.abs((positions[point * 3 + 1] ?? 0) - y0) <= reach &&
        Math.abs((positions[point * 3 + 2] ?? 0) - z0) <= reach
      )
        found.push(point)
  const step = Math.max(found.length / most, 1)
  const count = Math.floor(found.length / step)
  const kept = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    const from = (found[Math.floor(at * step)] ?? 0) * 3
    // Relative to the center, floats are exact.
    kept[at * 3] = (positions[from] ?? 0) - x0
    kept[at * 3 + 1] = (positions[from + 1] ?? 0) - y0
    kept[at * 3 + 2] = (positions[from + 2] ?? 0) - z0
  }
  return { count, origin: center, positions: kept }
}
