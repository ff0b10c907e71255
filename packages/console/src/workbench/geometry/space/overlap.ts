/** Computes what two cuboids have in common, as the polygons around it. */
import { type Cuboid, computeAxes, listCorners } from "../../editor/label/cuboids/cuboid.ts"
import { addVectors, dot, scaleVector, subtractVectors, type Vector } from "./vector.ts"

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
export const computeOverlap = (a: Cuboid, b: Cuboid): ReadonlyArray<Polygon> => [...cut(a, b), ...cut(b, a)]

const cut = (a: Cuboid, b: Cuboid): ReadonlyArray<Polygon> => {
  const corners = listCorners(a)
  const spaces = listHalfSpaces(b)
  return faces
    .map((face) => {
      const polygon: Polygon = face.map((corner) => corners[corner] ?? a.position)
      return spaces.reduce(clipPolygon, polygon)
    })
    .filter(({ length }) => length >= 3)
}

const listHalfSpaces = (cuboid: Cuboid): ReadonlyArray<HalfSpace> =>
  computeAxes(cuboid).flatMap((axis, index) =>
    [1, -1].map((side) => {
      const normal = scaleVector(axis, side)
      return {
        normal,
        at: addVectors(cuboid.position, scaleVector(normal, (cuboid.dimensions[index] ?? 0) / 2)),
      }
    }),
  )

/** The part of a polygon that is not in front of a plane. */
const clipPolygon = (polygon: Polygon, { at, normal }: HalfSpace): Polygon => {
  const corners: Array<Vector> = []
  for (const [index, corner] of polygon.entries()) {
    const next = polygon[(index + 1) % polygon.length] ?? corner
    const [here, there] = [dot(normal, subtractVectors(corner, at)), dot(normal, subtractVectors(next, at))]
    if (here <= 0) corners.push(corner)
    if (here < 0 !== there < 0 && here !== there)
      corners.push(addVectors(corner, scaleVector(subtractVectors(next, corner), here / (here - there))))
  }
  return corners
}
