/**
 * Polygons as masks, pixel for pixel as COCO's reference implementation has them: corners are rounded to a fifth of a pixel, the boundary is
 * walked on that finer grid, and a column of pixels begins or ends where the boundary crosses the column's middle.
 */
import type { Size } from "../model/Scene.ts"
import type { Rle } from "./rle.ts"

const fine = 5

/** The mask of one ring. The closing corner is not repeated. */
export const encodePolygonRle = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  { height, width }: Size,
): Rle => {
  const isLong = measureBoundary(points) > maxSteps
  const crossings = findCrossings(isLong ? clipFar(points, width, height) : points, width, height)
  crossings.push(width * height)
  const sorted = Float64Array.from(crossings).sort()
  return { width, height, counts: toRunCounts(sorted) }
}

/** The pixels, counted column by column, at which a column of the mask begins or ends. */
const findCrossings = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  width: number,
  height: number,
): Array<number> => {
  const crossings: Array<number> = []
  let [beforeX, beforeY] = [Number.NaN, Number.NaN]
  walkBoundary(points, (x, y) => {
    const isFirst = Number.isNaN(beforeX)
    const [fromX, fromY] = [beforeX, beforeY]
    beforeX = x
    beforeY = y
    if (isFirst || x === fromX) return
    const column = ((x < fromX ? x : x - 1) + 0.5) / fine - 0.5
    if (Math.floor(column) !== column || column < 0 || column > width - 1) return
    const row = (Math.min(y, fromY) + 0.5) / fine - 0.5
    crossings.push(column * height + Math.ceil(Math.min(Math.max(row, 0), height)))
  })
  return crossings
}

/** Visits the points of the boundary on the finer grid. */
const walkBoundary = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  visit: (x: number, y: number) => void,
): void => {
  const corners = points.map(([x = 0, y = 0]) => [Math.trunc(fine * x + 0.5), Math.trunc(fine * y + 0.5)])
  corners.forEach(([ax = 0, ay = 0], i) => {
    const [bx = 0, by = 0] = corners[(i + 1) % corners.length] ?? []
    const [dx, dy] = [Math.abs(bx - ax), Math.abs(by - ay)]
    const isFlat = dx >= dy
    const steps = isFlat ? dx : dy
    // Both directions of an edge have the same points.
    const isReversed = isFlat ? ax > bx : ay > by
    const [fromX, fromY, toX, toY] = isReversed ? [bx, by, ax, ay] : [ax, ay, bx, by]
    const slope = steps === 0 ? 0 : isFlat ? (toY - fromY) / dx : (toX - fromX) / dy
    for (let step = 0; step <= steps; step++) {
      const t = isReversed ? steps - step : step
      if (isFlat) visit(t + fromX, Math.trunc(fromY + slope * t + 0.5))
      else visit(Math.trunc(fromX + slope * t + 0.5), t + fromY)
    }
  })
}

/** Steps of the finer grid that a boundary may take as it is, with the very pixels of pycocotools. */
const maxSteps = 2_000_000

const measureBoundary = (points: ReadonlyArray<ReadonlyArray<number>>): number =>
  points.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = points[(index + 1) % points.length] ?? []
    return sum + fine * Math.max(Math.abs(nextX - x), Math.abs(nextY - y))
  }, 0)

/**
 * Corners far beyond the image are a claim: the walk along their edges would take as long as they are far away. Such a polygon is cut at the
 * width and the height of the image beyond its borders, which changes no pixel of it by more than the rounding of an edge.
 */
const clipFar = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  width: number,
  height: number,
): ReadonlyArray<ReadonlyArray<number>> => {
  const reach = width + height
  const sides = [
    { axis: 0, sign: 1, limit: width + reach },
    { axis: 0, sign: -1, limit: reach },
    { axis: 1, sign: 1, limit: height + reach },
    { axis: 1, sign: -1, limit: reach },
  ] as const
  let clipped = points
  for (const { axis, limit, sign } of sides) {
    const computeDistance = (point: ReadonlyArray<number>) => sign * (point[axis] ?? 0) - limit
    if (clipped.every((point) => computeDistance(point) <= 0)) continue
    clipped = clipped.flatMap((point, index) => {
      const next = clipped[(index + 1) % clipped.length] ?? point
      const [own, other] = [computeDistance(point), computeDistance(next)]
      const cut = own > 0 === other > 0 ? [] : [intersectEdge(point, next, own / (own - other))]
      return own > 0 ? cut : [point, ...cut]
    })
  }
  return clipped
}

const intersectEdge = (
  from: ReadonlyArray<number>,
  to: ReadonlyArray<number>,
  share: number,
): ReadonlyArray<number> =>
  [0, 1].map((axis) => (from[axis] ?? 0) + share * ((to[axis] ?? 0) - (from[axis] ?? 0)))

const toRunCounts = (sorted: Float64Array): ReadonlyArray<number> => {
  const gaps = sorted.map((pixel, i) => pixel - (sorted[i - 1] ?? 0))
  const counts = [gaps[0] ?? 0]
  for (let i = 1; i < gaps.length; i++) {
    const gap = gaps[i] ?? 0
    if (gap > 0) counts.push(gap)
    // Two crossings in one place: the run before them goes on behind them.
    else if (++i < gaps.length) counts[counts.length - 1] = (counts.at(-1) ?? 0) + (gaps[i] ?? 0)
  }
  return counts
}
