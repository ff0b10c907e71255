/** The part of the world that the points of some objects take, as a cuboid that the camera can look at. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"

export const computeExtent = (
  { count, order, origin, positions }: PreparedCloud,
  ids: Uint32Array,
  of: ReadonlySet<number>,
): Cuboid | undefined => {
  const low: [number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]
  const high: [number, number, number] = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (let point = 0; point < count; point++) {
    if (!of.has(ids[order[point] ?? 0] ?? 0)) continue
    for (const axis of [0, 1, 2] as const) {
      const value = positions[point * 3 + axis] ?? 0
      if (value < low[axis]) low[axis] = value
      if (value > high[axis]) high[axis] = value
    }
  }
  if (low[0] > high[0]) return undefined
  const computeMiddle = (axis: 0 | 1 | 2) => (low[axis] + high[axis]) / 2 + origin[axis]
  const computeLength = (axis: 0 | 1 | 2) => Math.max(high[axis] - low[axis], 0.5)
  return {
    position: [computeMiddle(0), computeMiddle(1), computeMiddle(2)],
    dimensions: [computeLength(0), computeLength(1), computeLength(2)],
    yaw: 0,
    rotation: undefined,
  }
}
