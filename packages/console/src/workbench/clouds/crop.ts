/** The part of a cloud around a place: small enough to be kept of many frames at once. */
import { addVectors, subtractVectors } from "../geometry/space/vector.ts"
import type { Vector } from "./formats/Cloud.ts"
import { listStretches, type SearchedCloud } from "./octree.ts"

/** The points within a distance of a place along each axis of the world. Of more than `most` points, an even share. */
export const cropCloud = (
  cloud: SearchedCloud,
  center: Vector,
  reach: number,
  most = Number.POSITIVE_INFINITY,
): SearchedCloud => {
  const around: Vector = [reach, reach, reach]
  const [x0, y0, z0] = subtractVectors(center, cloud.origin)
  const { positions } = cloud
  const inside: Array<number> = []
  for (const { end, start } of listStretches(
    cloud,
    subtractVectors(center, around),
    addVectors(center, around),
  ))
    for (let point = start; point < end; point++)
      if (
        Math.abs((positions[point * 3] ?? 0) - x0) <= reach &&
        Math.abs((positions[point * 3 + 1] ?? 0) - y0) <= reach &&
        Math.abs((positions[point * 3 + 2] ?? 0) - z0) <= reach
      )
        inside.push(point)
  const step = Math.max(inside.length / most, 1)
  const count = Math.floor(inside.length / step)
  const keptPositions = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    const from = (inside[Math.floor(at * step)] ?? 0) * 3
    // Relative to the center, floats are exact.
    keptPositions[at * 3] = (positions[from] ?? 0) - x0
    keptPositions[at * 3 + 1] = (positions[from + 1] ?? 0) - y0
    keptPositions[at * 3 + 2] = (positions[from + 2] ?? 0) - z0
  }
  return { count, origin: center, positions: keptPositions }
}
