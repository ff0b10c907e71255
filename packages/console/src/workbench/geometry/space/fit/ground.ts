/** The ground below an object: a plane through the lowest points around it. */
import type { Vector } from "../vector.ts"

/** A height for each place. */
export type Ground = (x: number, y: number) => number

const cell = 0.5

/** Fits a plane to the lowest points of each half meter. Undefined when there are too few. */
export const findGroundBelow = (points: ReadonlyArray<Vector>): Ground | undefined => {
  const lowest = new Map<string, Vector>()
  for (const point of points) {
    const key = `${Math.floor(point[0] / cell)} ${Math.floor(point[1] / cell)}`
    if (point[2] < (lowest.get(key)?.[2] ?? Number.POSITIVE_INFINITY)) lowest.set(key, point)
  }
  const all = [...lowest.values()]
  if (all.length < 6) return undefined
  const heights = all.map(([, , z]) => z).toSorted((a, b) => a - b)
  const level = heights[Math.floor(heights.length * 0.25)] ?? 0
  let getGround: Ground = () => level
  // Cells below the object contain its own points, which lie above the plane that the others agree on.
  for (const tolerance of [0.4, 0.2, 0.1, 0.08]) {
    const close = points.filter(([x, y, z]) => Math.abs(z - getGround(x, y)) < tolerance)
    const next = close.length < 6 ? undefined : fitPlane(close)
    if (next === undefined) break
    getGround = next
  }
  return getGround
}

/** The plane with the least squares of vertical distances; undefined where the points lie on a line. */
const fitPlane = (points: ReadonlyArray<Vector>): Ground | undefined => {
  const count = points.length
  const [mx, my, mz] = points.reduce<Vector>(
    ([a, b, c], [x, y, z]) => [a + x / count, b + y / count, c + z / count],
    [0, 0, 0],
  )
  let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0]
  for (const [x, y, z] of points) {
    xx += (x - mx) * (x - mx)
    xy += (x - mx) * (y - my)
    yy += (y - my) * (y - my)
    xz += (x - mx) * (z - mz)
    yz += (y - my) * (z - mz)
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1e-6 * xx * yy || determinant === 0) return undefined
  const a = (xz * yy - yz * xy) / determinant
  const b = (yz * xx - xz * xy) / determinant
  // Streets are not steeper than this; a plane that is leans on the side of something.
  if (Math.hypot(a, b) > 0.35) return undefined
  return (x, y) => mz + a * (x - mx) + b * (y - my)
}
