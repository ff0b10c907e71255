/** Areas as spans of rows: what a brush, a polygon and a fill cover. A pixel is covered when its middle is. */
import type { Point, Points } from "../../geometry/point.ts"
import type { TileMask } from "./TileMask.ts"

/** The pixels of the row `y` for which `from <= x < to`. */
export type OnSpan = (y: number, from: number, to: number) => void

/** The height of an image, which bounds the rows. */
interface Rows {
  readonly height: number
}

/**
 * The middle of a brush with a width of whole pixels, so that a brush of three pixels always covers three: odd widths
 * have it in the middle of a pixel, even ones on its corner.
 */
export const computeBrushCenter = ([x, y]: Point, width: number): Point =>
  width % 2 === 1 ? [Math.floor(x) + 0.5, Math.floor(y) + 0.5] : [Math.round(x), Math.round(y)]

/** A stroke with a round brush along a straight line. */
export const visitStrokeSpans = (
  from: Point,
  to: Point,
  radius: number,
  { height }: Rows,
  span: OnSpan,
): void => {
  const top = Math.max(0, Math.ceil(Math.min(from[1], to[1]) - radius - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(from[1], to[1]) + radius - 0.5))
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  // The sides of the stroke run beside the line, at the distance of the radius.
  const [nx, ny] =
    length === 0 ? [0, 0] : [(-(to[1] - from[1]) / length) * radius, ((to[0] - from[0]) / length) * radius]
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5
    let left = Number.POSITIVE_INFINITY
    let right = Number.NEGATIVE_INFINITY
    for (const [x, middle] of [from, to]) {
      const half = radius * radius - (y - middle) * (y - middle)
      if (half < 0) continue
      left = Math.min(left, x - Math.sqrt(half))
      right = Math.max(right, x + Math.sqrt(half))
    }
    for (const side of length === 0 ? [] : [1, -1]) {
      const [ay, by] = [from[1] + side * ny, to[1] + side * ny]
      if (ay === by || y < Math.min(ay, by) || y > Math.max(ay, by)) continue
      const x = from[0] + side * nx + ((to[0] - from[0]) * (y - ay)) / (by - ay)
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
    const [first, end] = [Math.ceil(left - 0.5), Math.floor(right - 0.5) + 1]
    if (first < end) span(row, first, end)
  }
}

/** The inside of a polygon, by the rule of even and odd. */
export const visitPolygonSpans = (points: Points, { height }: Rows, span: OnSpan): void => {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [, y] of points) {
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const last = Math.min(height - 1, Math.ceil(bottom))
  for (let row = Math.max(0, Math.floor(top)); row <= last; row++) {
    const crossings = findCrossings(points, row + 0.5)
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [first, end] = [
        Math.ceil((crossings[index] ?? 0) - 0.5),
        Math.ceil((crossings[index + 1] ?? 0) - 0.5),
      ]
      if (first < end) span(row, first, end)
    }
  }
}

const findCrossings = (points: Points, y: number): ReadonlyArray<number> => {
  const crossings: Array<number> = []
  let previous = points.at(-1) ?? [0, 0]
  for (const point of points) {
    const [[ax, ay], [bx, by]] = [previous, point]
    if (ay > y !== by > y) crossings.push(((bx - ax) * (y - ay)) / (by - ay) + ax)
    previous = point
  }
  return crossings.sort((a, b) => a - b)
}

/**
 * The pixels that are connected with a pixel over sides, and have its id. `span` must give them another id at once:
 * pixels that were passed are known by it.
 */
export const visitFloodSpans = (mask: TileMask, x: number, y: number, span: OnSpan): void => {
  if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) return
  const id = mask.get(x, y)
  const seeds = [x, y]
  while (seeds.length > 0) {
    const row = seeds.pop() ?? 0
    const seed = seeds.pop() ?? 0
    if (mask.get(seed, row) !== id) continue
    let from = seed
    while (from > 0 && mask.get(from - 1, row) === id) from--
    let to = seed + 1
    while (to < mask.width && mask.get(to, row) === id) to++
    span(row, from, to)
    for (const beside of [row - 1, row + 1]) {
      if (beside < 0 || beside >= mask.height) continue
      for (let at = from; at < to; at++)
        if (mask.get(at, beside) === id && (at === from || mask.get(at - 1, beside) !== id))
          seeds.push(at, beside)
    }
  }
}
