/** Which cuboids a ray meets. */
import { type Cuboid, computeAxes } from "../../editor/label/cuboids/cuboid.ts"
import { dot, subtractVectors, type Vector } from "./vector.ts"

export interface Ray {
  readonly from: Vector
  /** Of length one. */
  readonly along: Vector
}

/** Computes how far along the ray it enters the cuboid; zero from inside; undefined when it misses. */
export const findEntry = (ray: Ray, cuboid: Cuboid): number | undefined => {
  const away = subtractVectors(cuboid.position, ray.from)
  const reach = Math.hypot(...cuboid.dimensions) / 2
  // Most cuboids are far from the ray, which their spheres show more quickly than their sides.
  const middle = dot(away, ray.along)
  if (dot(away, away) - middle * middle > reach * reach || middle < -reach) return undefined
  const axes = computeAxes(cuboid)
  let enters = 0
  let leaves = Number.POSITIVE_INFINITY
  for (const [index, axis] of axes.entries()) {
    const half = (cuboid.dimensions[index] ?? 0) / 2
    const distance = dot(axis, away)
    const speed = dot(axis, ray.along)
    if (Math.abs(speed) < 1e-12) {
      if (Math.abs(distance) > half) return undefined
      continue
    }
    const [a, b] = [(distance - half) / speed, (distance + half) / speed]
    enters = Math.max(enters, Math.min(a, b))
    leaves = Math.min(leaves, Math.max(a, b))
    if (enters > leaves) return undefined
  }
  return enters
}

/** The cuboids that the ray meets, nearest first. */
export const pickCuboids = <Item extends { readonly cuboid: Cuboid }>(
  ray: Ray,
  items: ReadonlyArray<Item>,
): ReadonlyArray<Item> =>
  items
    .flatMap((item) => {
      const entry = findEntry(ray, item.cuboid)
      return entry === undefined ? [] : [{ item, entry }]
    })
    .toSorted((a, b) => a.entry - b.entry)
    .map(({ item }) => item)

/** Finds where the ray meets a level; undefined when it does not. */
export const intersectLevel = ({ along, from }: Ray, height: number): Vector | undefined => {
  const distance = (height - from[2]) / along[2]
  return distance > 0 && Number.isFinite(distance)
    ? [from[0] + along[0] * distance, from[1] + along[1] * distance, height]
    : undefined
}
