/** The area that a turned rectangle shares with one around the origin (Sutherland and Hodgman 1974). */

/** Corners of the polygon before and after a cut, x and y by turns: a rectangle that is cut four times has up to eight. */
let corners = new Float64Array(32)
let clipped = new Float64Array(32)

/**
 * The first rectangle is around the origin and parallel to the axes, with the half sides `ax` and `ay`. The second one has its center at `x`,
 * `y`, the half sides `bx` and `by`, and is turned by the angle of `cosine` and `sine`. Allocates nothing, because it is the innermost loop.
 */
export const clipRectangle = (
  ax: number,
  ay: number,
  x: number,
  y: number,
  bx: number,
  by: number,
  cosine: number,
  sine: number,
): number => {
  const [ux, uy, vx, vy] = [bx * cosine, bx * sine, -by * sine, by * cosine]
  corners[0] = x - ux - vx
  corners[1] = y - uy - vy
  corners[2] = x + ux - vx
  corners[3] = y + uy - vy
  corners[4] = x + ux + vx
  corners[5] = y + uy + vy
  corners[6] = x - ux + vx
  corners[7] = y - uy + vy
  let count = cutPolygon(4, 0, 1, ax)
  count = cutPolygon(count, 0, -1, ax)
  count = cutPolygon(count, 1, 1, ay)
  count = cutPolygon(count, 1, -1, ay)
  return computeArea(count)
}

/** Keeps the part where `sign` times the coordinate is at most `limit`. Returns the number of corners that it has. */
const cutPolygon = (count: number, axis: 0 | 1, sign: 1 | -1, limit: number): number => {
  let size = 0
  for (let index = 0; index < count; index++) {
    const at = 2 * index
    const after = index + 1 === count ? 0 : at + 2
    const distance = sign * (corners[at + axis] as number) - limit
    const nextDistance = sign * (corners[after + axis] as number) - limit
    if (distance <= 0) {
      clipped[size++] = corners[at] as number
      clipped[size++] = corners[at + 1] as number
    }
    if (distance <= 0 === nextDistance <= 0) continue
    const share = distance / (distance - nextDistance)
    const [x, y] = [corners[at] as number, corners[at + 1] as number]
    clipped[size++] = x + ((corners[after] as number) - x) * share
    clipped[size++] = y + ((corners[after + 1] as number) - y) * share
  }
  ;[corners, clipped] = [clipped, corners]
  return size / 2
}

/** Relative to the first corner, so that small polygons far from the origin keep their precision. */
const computeArea = (count: number): number => {
  const [x, y] = [corners[0] as number, corners[1] as number]
  let sum = 0
  for (let index = 1; index + 1 < count; index++) {
    const at = 2 * index
    sum +=
      ((corners[at] as number) - x) * ((corners[at + 3] as number) - y) -
      ((corners[at + 2] as number) - x) * ((corners[at + 1] as number) - y)
  }
  return Math.abs(sum) / 2
}
