/** The volume that a turned box shares with one around the origin: its faces are cut at the six planes of the other box. */

type Corner = readonly [x: number, y: number, z: number]
type Face = ReadonlyArray<Corner>

const around = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

/** The signs of the corners of a box, face by face, in their order around the face. */
const faceSigns: ReadonlyArray<Face> = ([1, -1] as const).flatMap(
  (side): ReadonlyArray<Face> => [
    around.map(([u, v]) => [side, u, v]),
    around.map(([u, v]) => [u, side, v]),
    around.map(([u, v]) => [u, v, side]),
  ],
)

/**
 * The first box is around the origin and parallel to the axes. The second one has its center at `center`; the columns of `turn`, a matrix row by
 * row, are the directions of its edges. `halfA` and `halfB` are half of the edges.
 */
export const clipBox = (
  halfA: ArrayLike<number>,
  center: ArrayLike<number>,
  turn: ArrayLike<number>,
  halfB: ArrayLike<number>,
): number => {
  const place = (signs: Corner): Corner => {
    const [u, v, w] = [signs[0] * (halfB[0] ?? 0), signs[1] * (halfB[1] ?? 0), signs[2] * (halfB[2] ?? 0)]
    const project = (axis: number) =>
      (center[axis] ?? 0) +
      (turn[3 * axis] ?? 0) * u +
      (turn[3 * axis + 1] ?? 0) * v +
      (turn[3 * axis + 2] ?? 0) * w
    return [project(0), project(1), project(2)]
  }
  const tolerance = relativeTolerance * Math.max(...[0, 1, 2].map((axis) => halfA[axis] ?? 0))
  let faces: ReadonlyArray<Face> = faceSigns.map((signs) => signs.map(place))
  for (const axis of [0, 1, 2] as const)
    for (const sign of [1, -1] as const) {
      faces = cutFaces(faces, axis, sign, halfA[axis] ?? 0, tolerance)
      if (faces.length === 0) return 0
    }
  return computeConvexVolume(faces)
}

/**
 * Corners this near to a plane, as a part of the longest edge, are in it. Rounding would put the corners of a face that lies in the plane
 * on both of its sides, so that a part of that face counted twice.
 */
const relativeTolerance = 1e-12

/** Keeps the part where `sign` times the coordinate is at most `limit`, closed by a face in that plane. */
const cutFaces = (
  faces: ReadonlyArray<Face>,
  axis: 0 | 1 | 2,
  sign: 1 | -1,
  limit: number,
  tolerance: number,
): ReadonlyArray<Face> => {
  const measure = (corner: Corner) => {
    const distance = sign * corner[axis] - limit
    return Math.abs(distance) <= tolerance ? 0 : distance
  }
  const cut: Array<Corner> = []
  const remaining: Array<Face> = []
  for (const face of faces) {
    const corners: Array<Corner> = []
    for (const [index, corner] of face.entries()) {
      const next = face[index + 1 === face.length ? 0 : index + 1] ?? corner
      const [distance, nextDistance] = [measure(corner), measure(next)]
      if (distance <= 0) corners.push(corner)
      if (distance <= 0 === nextDistance <= 0) continue
      const share = distance / (distance - nextDistance)
      const interpolate = (k: 0 | 1 | 2) => corner[k] + (next[k] - corner[k]) * share
      const crossing: Corner = [interpolate(0), interpolate(1), interpolate(2)]
      corners.push(crossing)
      cut.push(crossing)
    }
    if (corners.length >= 3) remaining.push(corners)
  }
  if (cut.length >= 3) remaining.push(orderAround(cut, axis))
  return remaining
}

/** The corners of a convex face in their order around its middle. */
const orderAround = (corners: ReadonlyArray<Corner>, axis: 0 | 1 | 2): Face => {
  const [u, v] = [((axis + 1) % 3) as 0 | 1 | 2, ((axis + 2) % 3) as 0 | 1 | 2]
  const middle = computeMiddle(corners)
  return corners
    .map((corner) => ({ corner, angle: Math.atan2(corner[v] - middle[v], corner[u] - middle[u]) }))
    .sort((a, b) => a.angle - b.angle)
    .map(({ corner }) => corner)
}

const computeMiddle = (corners: ReadonlyArray<Corner>): Corner => {
  let [x, y, z] = [0, 0, 0]
  for (const corner of corners) {
    x += corner[0]
    y += corner[1]
    z += corner[2]
  }
  return [x / corners.length, y / corners.length, z / corners.length]
}

/** The sum of the tetrahedra from a point inside to the triangles of all faces, whose direction does not matter. */
const computeConvexVolume = (faces: ReadonlyArray<Face>): number => {
  const [ox, oy, oz] = computeMiddle(faces.flat())
  let sum = 0
  for (const face of faces) {
    const [first] = face
    if (first === undefined) continue
    const [ax, ay, az] = [first[0] - ox, first[1] - oy, first[2] - oz]
    for (let index = 1; index + 1 < face.length; index++) {
      const [b, c] = [face[index] ?? first, face[index + 1] ?? first]
      const [bx, by, bz] = [b[0] - ox, b[1] - oy, b[2] - oz]
      const [cx, cy, cz] = [c[0] - ox, c[1] - oy, c[2] - oz]
      sum += Math.abs(ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx))
    }
  }
  return sum / 6
}
