/** Points in pixels of the image: x to the right, y down. */
export type Point = readonly [x: number, y: number]
export type Points = ReadonlyArray<Point>

export const addPoints = ([ax, ay]: Point, [bx, by]: Point): Point => [ax + bx, ay + by]
export const subtractPoints = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by]
export const computeMiddle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
export const measureDistance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by)

/** The point on hundredths of a pixel, as edits store it: `820.0000000000001` would make every save a change. */
export const roundPoint = ([x, y]: Point): Point => [roundHundredths(x), roundHundredths(y)]

// Adding 0 turns -0 into 0.
const roundHundredths = (value: number): number => Math.round(value * 100) / 100 + 0

/** The distance from a point to the segment between two others. */
export const measureDistanceToSegment = (point: Point, from: Point, to: Point): number => {
  const [dx, dy] = subtractPoints(to, from)
  const length = dx * dx + dy * dy
  if (length === 0) return measureDistance(point, from)
  const [px, py] = subtractPoints(point, from)
  const along = Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return measureDistance(point, [from[0] + along * dx, from[1] + along * dy])
}

/** The shortest move of a pointer, in pixels of the screen, that is a drag and not a click. */
const minimumDrag = 3

/** Whether the pointer moved far enough to have meant it. `scale` is screen pixels per image pixel. */
export const isDrag = (from: Point, to: Point, scale: number): boolean =>
  measureDistance(from, to) * scale >= minimumDrag
