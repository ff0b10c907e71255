/** The points that a tool covers, and of them those that may be painted. */
import { computeDirections, computeEye } from "../../geometry/space/orbit.ts"
import { dot, subtractVectors, type Vector } from "../../geometry/space/vector.ts"
import type { Projected } from "./projected.ts"

/** Which of the covered points are painted. */
export interface Permitted {
  /** The object of each point of the file. */
  readonly ids: Uint32Array
  /** Objects that keep their points. */
  readonly keeps: ReadonlySet<number>
  /** Only points of this object are painted: 0 for those of none, undefined for all. */
  readonly only: number | undefined
  /** Only points at least this high are painted, in meters of the world. */
  readonly above: number | undefined
}

/** The places in the file of the points to paint. Points that have the id already are left out. */
export const selectPointsToPaint = (
  { across, cloud, down, size }: Projected,
  cover: Cover,
  { above, ids, keeps, only }: Permitted,
  id: number,
): Uint32Array => {
  const { has } = cover
  // A line may be drawn beyond the view, over points that nobody sees.
  const [left, right] = [Math.max(cover.left, 0), Math.min(cover.right, size.width)]
  const [top, bottom] = [Math.max(cover.top, 0), Math.min(cover.bottom, size.height)]
  const { count, order, origin, positions } = cloud
  const least = above === undefined ? Number.NEGATIVE_INFINITY : above - origin[2]
  const hasKept = keeps.size > 0
  let chosen = new Uint32Array(1024)
  let length = 0
  for (let point = 0; point < count; point++) {
    const x = across[point] ?? Number.NaN
    // Comparisons with NaN are false: what is behind the camera is not within.
    if (!(x >= left && x <= right)) continue
    const y = down[point] ?? Number.NaN
    if (!(y >= top && y <= bottom) || !has(x, y)) continue
    if ((positions[point * 3 + 2] ?? 0) < least) continue
    const place = order[point] ?? 0
    const now = ids[place] ?? 0
    if (now === id || (only !== undefined && now !== only) || (hasKept && keeps.has(now))) continue
    if (length === chosen.length) chosen = growList(chosen)
    chosen[length] = place
    length += 1
  }
  return chosen.slice(0, length)
}

const growList = (values: Uint32Array): Uint32Array<ArrayBuffer> => {
  const more = new Uint32Array(values.length * 2)
  more.set(values)
  return more
}

/** The distance to the pointer within which a point is meant, in pixels. */
const reach = 6

/** The place in the file of the point under the pointer. */
export const pointAt = (seen: Projected, at: Place): number | undefined => {
  const point = findNearestPoint(seen, at)
  return point === undefined ? undefined : seen.cloud.order[point]
}

/** The point of the cloud under the pointer: of those near it, the one in front. */
export const findNearestPoint = (
  { across, cloud, down, orbit }: Projected,
  [x, y]: Place,
): number | undefined => {
  const { origin, positions } = cloud
  const { into } = computeDirections(orbit)
  const eye = subtractVectors(computeEye(orbit), origin)
  let best: number | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (let point = 0; point < cloud.count; point++) {
    const dx = (across[point] ?? Number.NaN) - x
    const dy = (down[point] ?? Number.NaN) - y
    if (!(dx >= -reach && dx <= reach && dy >= -reach && dy <= reach)) continue
    const at = point * 3
    const from: Vector = [
      (positions[at] ?? 0) - eye[0],
      (positions[at + 1] ?? 0) - eye[1],
      (positions[at + 2] ?? 0) - eye[2],
    ]
    // A pixel beside the pointer counts as a step into the depth: of a surface, the point under the pointer is meant.
    const far = dot(into, from) + (Math.hypot(dx, dy) * orbit.distance) / 200
    if (far >= nearest) continue
    nearest = far
    best = point
  }
  return best
}

/** A place of the view in pixels, from its upper left corner. */
export type Place = readonly [across: number, down: number]

export interface Cover {
  /** Nothing outside of these is covered. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly has: (across: number, down: number) => boolean
}

/** Computes what a round brush covers on a straight way. */
export const makeStrokeCover = (from: Place, to: Place, radius: number): Cover => {
  const [x0, y0] = from
  const [dx, dy] = [to[0] - x0, to[1] - y0]
  const length = dx * dx + dy * dy
  const squaredRadius = radius * radius
  return {
    left: Math.min(x0, to[0]) - radius,
    top: Math.min(y0, to[1]) - radius,
    right: Math.max(x0, to[0]) + radius,
    bottom: Math.max(y0, to[1]) + radius,
    has: (across, down) => {
      const [x, y] = [across - x0, down - y0]
      const share = length === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / length, 0), 1)
      const [ox, oy] = [x - dx * share, y - dy * share]
      return ox * ox + oy * oy <= squaredRadius
    },
  }
}

/** Computes what a rectangle between two corners covers. */
export const makeBoxCover = (from: Place, to: Place): Cover => ({
  left: Math.min(from[0], to[0]),
  top: Math.min(from[1], to[1]),
  right: Math.max(from[0], to[0]),
  bottom: Math.max(from[1], to[1]),
  has: () => true,
})

/**
 * Computes what a closed line covers, by the even-odd rule. Its sides are sorted into rows of the screen, so that a point is compared with those
 * few that its row crosses.
 */
export const makeLassoCover = (line: ReadonlyArray<Place>): Cover => {
  const left = Math.min(...line.map(([x]) => x))
  const right = Math.max(...line.map(([x]) => x))
  const top = Math.min(...line.map(([, y]) => y))
  const bottom = Math.max(...line.map(([, y]) => y))
  const rows = Array.from({ length: Math.max(Math.floor(bottom - top) + 1, 0) }, (): Array<number> => [])
  for (const [index, [x0, y0]] of line.entries()) {
    const [x1, y1] = line[(index + 1) % line.length] ?? [x0, y0]
    if (y0 === y1) continue
    const last = Math.floor(Math.max(y0, y1) - top)
    for (let row = Math.floor(Math.min(y0, y1) - top); row <= last; row++) rows[row]?.push(x0, y0, x1, y1)
  }
  const has = (across: number, down: number): boolean => {
    const sides = rows[Math.floor(down - top)]
    if (sides === undefined) return false
    let inside = false
    for (let at = 0; at < sides.length; at += 4) {
      const y0 = sides[at + 1] ?? 0
      const y1 = sides[at + 3] ?? 0
      if (y0 > down === y1 > down) continue
      const x0 = sides[at] ?? 0
      if (across < x0 + (((sides[at + 2] ?? 0) - x0) * (down - y0)) / (y1 - y0)) inside = !inside
    }
    return inside
  }
  return { left, top, right, bottom, has }
}
