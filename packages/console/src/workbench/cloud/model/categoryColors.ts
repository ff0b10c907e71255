/** Points in the colors of the objects that contain them. */
import { axesOf, type Cuboid } from "./cuboid.ts"
import { stretchesWithin } from "./octree.ts"
import type { PreparedCloud } from "./prepared.ts"
import { dot, minus, plus, type Vector } from "./vector.ts"

export interface ColoredCuboid {
  readonly cuboid: Cuboid
  /** Red, green and blue from 0 to 255. */
  readonly color: readonly [number, number, number]
}

/** The color of points outside of all objects. */
const outside = 110

/** Colors for each point: of the first cuboid that contains it, else gray. */
export const categoryColors = (cloud: PreparedCloud, cuboids: ReadonlyArray<ColoredCuboid>): Uint8Array => {
  const colors = new Uint8Array(cloud.count * 3).fill(outside)
  for (const { color, cuboid } of cuboids.toReversed())
    eachInside(cloud, cuboid, (point) => colors.set(color, point * 3))
  return colors
}

/** How many points a cuboid contains. */
export const pointsIn = (cloud: PreparedCloud, cuboid: Cuboid): number => {
  let found = 0
  eachInside(cloud, cuboid, () => {
    found += 1
  })
  return found
}

const eachInside = (cloud: PreparedCloud, cuboid: Cuboid, visit: (point: number) => void): void => {
  const { origin, positions } = cloud
  const axes = axesOf(cuboid)
  const center = minus(cuboid.position, origin)
  const reach = Math.hypot(...cuboid.dimensions) / 2
  const around: Vector = [reach, reach, reach]
  const [low, high] = [minus(cuboid.position, around), plus(cuboid.position, around)]
  for (const { end, start } of stretchesWithin(cloud, low, high))
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
