/** What two cuboids have in common, as the polygons around it. */
import { axesOf, type Cuboid, cornersOf } from "./cuboid.ts"
import { dot, minus, plus, times, type Vector } from "./vector.ts"

export type Polygon = ReadonlyArray<Vector>

interface HalfSpace {
  readonly normal: Vector
  readonly at: Vector
}

/** The six faces, as indexes of the corners. */
const faces = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
] as const

/** The surface of the common part: the faces of each, cut by the other. Empty when they have none. */
export const overlapOf = (a: Cuboid, b: Cuboid): ReadonlyArray<Polygon> => [...cut(a, b), ...cut(b, a)]

const cut = (a: Cuboid, b: Cuboid): ReadonlyArray<Polygon> => {
  const corners = cornersOf(a)
  const spaces = halfSpaces(b)
  return faces
    .map((face) => {
      const polygon: Polygon = face.map((corner) => corners[corner] ?? a.position)
      return spaces.reduce(clipped, polygon)
    })
    .filter(({ length }) => length >= 3)
}

const halfSpaces = (cuboid: Cuboid): ReadonlyArray<HalfSpace> =>
  axesOf(cuboid).flatMap((axis, index) =>
    [1, -1].map((side) => {
      const normal = times(axis, side)
      return { normal, at: plus(cuboid.position, times(normal, (cuboid.dimensions[index] ?? 0) / 2)) }
    }),
  )

/** The part of a polygon that is not in front of a plane. */
const clipped = (polygon: Polygon, { at, normal }: HalfSpace): Polygon => {
  const kept: Array<Vector> = []
  for (const [index, corner] of polygon.entries()) {
    const next = polygon[(index + 1) % polygon.length] ?? corner
    const [here, there] = [dot(normal, minus(corner, at)), dot(normal, minus(next, at))]
    if (here <= 0) kept.push(corner)
    if (here < 0 !== there < 0 && here !== there)
      kept.push(plus(corner, times(minus(next, corner), here / (here - there))))
  }
  return kept
}
