/** Points in the colors of the objects that contain them. */
import { type Cuboid, computeAxes } from "../editor/label/cuboids/cuboid.ts"
import { addVectors, dot, subtractVectors, type Vector } from "../geometry/space/vector.ts"
import { listStretches } from "./octree.ts"
import type { PreparedCloud } from "./prepared.ts"

export interface ColoredCuboid {
  readonly cuboid: Cuboid
  /** Red, green and blue from 0 to 255. */
  readonly color: readonly [number, number, number]
}

/** The color of points outside of all objects. */
const outside = 110

/** Colors for each point: of the first cuboid that contains it, else gray. */
export const computeCategoryColors = (
  cloud: PreparedCloud,
  cuboids: ReadonlyArray<ColoredCuboid>,
): Uint8Array => {
  const colors = new Uint8Array(cloud.count * 3).fill(outside)
  for (const { color, cuboid } of cuboids.toReversed())
    visitInside(cloud, cuboid, (point) => colors.set(color, point * 3))
  return colors
}

/** Counts the points in a cuboid. */
export const countPointsIn = (cloud: PreparedCloud, cuboid: Cuboid): number => {
  let count = 0
  visitInside(cloud, cuboid, () => {
    count += 1
  })
  return count
}

const visitInside = (cloud: PreparedCloud, cuboid: Cuboid, visit: (point: number) => void): void => {
  const { origin, positions } = cloud
  const axes = computeAxes(cuboid)
  const center = subtractVectors(cuboid.position, origin)
  const reach = Math.hypot(...cuboid.dimensions) / 2
  const around: Vector = [reach, reach, reach]
  const [low, high] = [subtractVectors(cuboid.position, around), addVectors(cuboid.position, around)]
  for (const { end, start } of listStretches(cloud, low, high))
    for (let point = start; point < end; point++) {
      const x = (positions[point * 3] ?? 0) - center[0]
      if (x > reach || x < -reach) continue
      const y = (positions[point * 3 + 1] ?? 0) - center[1]
      if (y > reach || y < -reach) continue
      const from: Vector = [x, y, (positions[point * 3 + 2] ?? 0) - center[2]]
      if (axes.every((axis, index) => Math.abs(dot(axis, from)) <= (cuboid.dimensions[index] ?? 0) / 2))
        visit(point)
    }
}
