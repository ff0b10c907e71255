/**
 * Polygons as masks, pixel for pixel as COCO's reference implementation has them: corners are rounded to a fifth of a pixel, the boundary is
 * walked on that finer grid, and a column of pixels begins or ends where the boundary crosses the column's middle.
 */
import type { Size } from "../model/Scene.ts"
import type { Rle } from "./rle.ts"

const fine = 5

/** The mask of one ring. The closing corner is not repeated. */
export const polygonRle = (points: ReadonlyArray<ReadonlyArray<number>>, { height, width }: Size): Rle => {
  const crossings = crossingsOf(boundaryOf(points), width, height)
  crossings.push(width * height)
  const sorted = Float64Array.from(crossings).sort()
  return { width, height, counts: countsOf(sorted) }
}

/** Points on the finer grid, x and y in turn. */
const boundaryOf = (points: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const corners = points.map(([x = 0, y = 0]) => [Math.trunc(fine * x + 0.5), Math.trunc(fine * y + 0.5)])
  const found: Array<number> = []
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
      if (isFlat) found.push(t + fromX, Math.trunc(fromY + slope * t + 0.5))
      else found.push(Math.trunc(fromX + slope * t + 0.5), t + fromY)
    }
  })
  return found
}

/** The pixels, counted column by column, at which a column of the mask begins or ends. */
const crossingsOf = (boundary: ReadonlyArray<number>, width: number, height: number): Array<number> => {
  const found: Array<number> = []
  for (let i = 2; i < boundary.length; i += 2) {
    const [beforeX = 0, beforeY = 0, x = 0, y = 0] = [
      boundary[i - 2],
      boundary[i - 1],
      boundary[i],
      boundary[i + 1],
    ]
    if (x === beforeX) continue
    const column = ((x < beforeX ? x : x - 1) + 0.5) / fine - 0.5
    if (Math.floor(column) !== column || column < 0 || column > width - 1) continue
    const row = (Math.min(y, beforeY) + 0.5) / fine - 0.5
    found.push(column * height + Math.ceil(Math.min(Math.max(row, 0), height)))
  }
  return found
}

const countsOf = (sorted: Float64Array): ReadonlyArray<number> => {
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
