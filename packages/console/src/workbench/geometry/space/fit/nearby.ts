/** The points around a cuboid, in its frame. */
import { listStretches, type SearchedCloud } from "../../../clouds/octree.ts"
import type { Cuboid } from "../../../editor/label/cuboids/cuboid.ts"
import { addVectors, fromYaw, subtractVectors, type Vector } from "../vector.ts"

/** The points within an upright box around the cuboid, relative to its center, with x along its length. */
export const listPointsNear = (
  cloud: SearchedCloud,
  { dimensions, position, yaw }: Cuboid,
  margin: Vector,
): ReadonlyArray<Vector> => {
  const { origin, positions } = cloud
  const [[cx, sx]] = fromYaw(yaw)
  const [x0, y0, z0] = [position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]]
  const reach = [0, 1, 2].map((axis) => (dimensions[axis] ?? 0) / 2 + (margin[axis] ?? 0))
  const [length = 0, width = 0, height = 0] = reach
  const near: Array<Vector> = []
  const flat = Math.hypot(length, width)
  const around: Vector = [flat, flat, height]
  for (const { end, start } of listStretches(
    cloud,
    subtractVectors(position, around),
    addVectors(position, around),
  ))
    for (let point = start; point < end; point++) {
      const x = (positions[point * 3] ?? 0) - x0
      const y = (positions[point * 3 + 1] ?? 0) - y0
      const z = (positions[point * 3 + 2] ?? 0) - z0
      const ahead = x * cx + y * sx
      const left = y * cx - x * sx
      if (Math.abs(ahead) <= length && Math.abs(left) <= width && Math.abs(z) <= height)
        near.push([ahead, left, z])
    }
  return near
}
