/** The heading of an object, from the sides that the scanner saw. */
import type { Vector } from "../vector.ts"

interface Extent {
  readonly low: number
  readonly high: number
}

/** Finds where the points begin and end along a direction, without the few outermost. */
const measureExtent = (points: ReadonlyArray<Vector>, x: number, y: number): Extent => {
  const values = Float64Array.from(points, ([px, py]) => px * x + py * y).sort()
  const rest = Math.min(Math.floor(values.length * 0.01), 5)
  return { low: values[rest] ?? 0, high: values[values.length - 1 - rest] ?? 0 }
}

/** Points this near to a side count fully as points of it. */
const near = 0.05

/**
 * Computes how well the points lie on the sides of a rectangle of this angle: the closeness criterion of L-shape fitting
 * (Zhang, Xu, Dong and Dolan, 2017).
 */
const computeCloseness = (points: ReadonlyArray<Vector>, angle: number): number => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const ahead = measureExtent(points, c, s)
  const left = measureExtent(points, -s, c)
  let sum = 0
  for (const [x, y] of points) {
    const [u, v] = [x * c + y * s, y * c - x * s]
    const toEnd = Math.min(Math.abs(u - ahead.low), Math.abs(u - ahead.high))
    const toSide = Math.min(Math.abs(v - left.low), Math.abs(v - left.high))
    sum += 1 / Math.max(Math.min(toEnd, toSide), near)
  }
  return sum
}

const degree = Math.PI / 180

/** The angle from the x axis, at most 15 degrees to each side. */
export const findHeading = (points: ReadonlyArray<Vector>): number => {
  const sample =
    points.length <= 600 ? points : points.filter((_, index) => index % Math.ceil(points.length / 600) === 0)
  let best = findBest(sample, 0, 15 * degree, degree)
  best = findBest(sample, best, degree, 0.2 * degree)
  for (const _ of [1, 2, 3]) best += computeCorrection(points, best)
  return best
}

const findBest = (points: ReadonlyArray<Vector>, center: number, reach: number, step: number): number => {
  let best = center
  let highestScore = Number.NEGATIVE_INFINITY
  for (let angle = center - reach; angle <= center + reach + 1e-9; angle += step) {
    const score = computeCloseness(points, angle)
    if (score > highestScore) [best, highestScore] = [angle, score]
  }
  return best
}

/** Computes how far the sides are from the angle, by lines through the points of each side. */
const computeCorrection = (points: ReadonlyArray<Vector>, angle: number): number => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const turned = points.map(([x, y]) => [x * c + y * s, y * c - x * s] as const)
  let sum = 0
  let weight = 0
  for (const across of [0, 1] as const)
    for (const side of ["low", "high"] as const) {
      const values = turned.map((point) => point[across])
      const edge = findPeak(values, side)
      if (edge === undefined) continue
      const line = computeSlope(turned, across, edge)
      // Along the width, a line that leans to the left turns the object to the right.
      sum += (across === 1 ? line.slope : -line.slope) * line.weight
      weight += line.weight
    }
  return weight === 0 ? 0 : Math.atan(sum / weight)
}

const computeSlope = (
  points: ReadonlyArray<readonly [number, number]>,
  across: 0 | 1,
  edge: number,
): { readonly slope: number; readonly weight: number } => {
  const close = points.filter((point) => Math.abs(point[across] - edge) < 0.08)
  const along = across === 0 ? 1 : 0
  const computeMean = (index: 0 | 1) => close.reduce((sum, point) => sum + point[index], 0) / close.length
  const [ma, me] = [computeMean(along), computeMean(across)]
  let [aa, ae] = [0, 0]
  for (const point of close) {
    aa += (point[along] - ma) ** 2
    ae += (point[along] - ma) * (point[across] - me)
  }
  return aa === 0 ? { slope: 0, weight: 0 } : { slope: ae / aa, weight: aa }
}

const bin = 0.04

/**
 * Finds where a side of many points stands at one end of the values; undefined where the points only end there, as those of
 * a roof do.
 */
export const findPeak = (values: ReadonlyArray<number>, side: "low" | "high"): number | undefined => {
  const sorted = Float64Array.from(values).sort()
  const rest = Math.min(Math.floor(sorted.length * 0.01), 5)
  const end = (side === "low" ? sorted[rest] : sorted[sorted.length - 1 - rest]) ?? 0
  const inward = side === "low" ? 1 : -1
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const value of sorted) {
    const index = Math.floor(((value - end) * inward) / bin) + 2
    if (index >= 0 && index < counts.length) counts[index] = (counts[index] ?? 0) + 1
  }
  const outer = counts.slice(0, 7)
  const highest = Math.max(...outer)
  const inner = counts.slice(7).reduce((sum, count) => sum + count, 0) / 5
  if (highest < 10 || highest < inner * 2.5 + 4) return undefined
  const peak = end + (outer.indexOf(highest) - 2 + 0.5) * bin * inward
  // Two rounds center the mean on the side, whichever bin its points fell into.
  return [1, 2].reduce((center) => {
    const close = sorted.filter((value) => Math.abs(value - center) < 0.06)
    return close.reduce((sum, value) => sum + value, 0) / close.length || center
  }, peak)
}

/** Finds where points of an even density end, as those of a roof do: half a step behind the outermost. */
export const findEnd = (values: ReadonlyArray<number>, side: "low" | "high"): number => {
  const outward = side === "high" ? 1 : -1
  const sorted = Float64Array.from(values, (value) => -value * outward).sort()
  const rest = Math.min(Math.floor(sorted.length * 0.002), 2)
  const end = sorted[rest] ?? 0
  const reach = 0.5
  const within = sorted.filter((value) => value >= end && value < end + reach).length
  const step = Math.min(reach / Math.max(within, 1), 0.1)
  return -(end - step * (rest + 0.5)) * outward
}
