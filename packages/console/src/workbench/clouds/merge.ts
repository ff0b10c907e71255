/** The clouds of several sensors at one time as one cloud. */
import { subtractVectors } from "../geometry/space/vector.ts"
import type { Cloud } from "./formats/Cloud.ts"

/** The brightness of points that have no color, beside others that have one. */
const gray = 160

/**
 * Merges clouds in coordinates of the world. Each has an origin in double precision: positions are shifted by the differences of the
 * origins, which are small where the sensors are on one vehicle, so that floats keep them.
 */
export const mergeClouds = (clouds: ReadonlyArray<Cloud>): Cloud => {
  const [first, ...others] = clouds
  if (first === undefined) throw new Error("There are no clouds to merge.")
  if (others.length === 0) return first
  const { origin } = first
  const count = clouds.reduce((sum, cloud) => sum + cloud.count, 0)
  const positions = new Float32Array(count * 3)
  const intensity = clouds.some((cloud) => cloud.intensity !== undefined)
    ? new Float32Array(count)
    : undefined
  const colors = clouds.some((cloud) => cloud.colors !== undefined)
    ? new Uint8Array(count * 3).fill(gray)
    : undefined
  let start = 0
  for (const cloud of clouds) {
    const [dx, dy, dz] = subtractVectors(cloud.origin, origin)
    for (let at = 0; at < cloud.count * 3; at += 3) {
      const to = start * 3 + at
      positions[to] = (cloud.positions[at] ?? 0) + dx
      positions[to + 1] = (cloud.positions[at + 1] ?? 0) + dy
      positions[to + 2] = (cloud.positions[at + 2] ?? 0) + dz
    }
    if (cloud.intensity !== undefined) intensity?.set(cloud.intensity, start)
    if (cloud.colors !== undefined) colors?.set(cloud.colors, start * 3)
    start += cloud.count
  }
  const fileCount = clouds.reduce((sum, cloud) => sum + cloud.fileCount, 0)
  // Points of several files have no places in one: labels of sensors do not name them here.
  return { count, fileCount, places: undefined, origin, positions, intensity, colors }
}
