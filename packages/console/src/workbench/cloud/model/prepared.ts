/** What is computed once for each cloud, in the worker: its place in the world, its extent, its ground. */
import type { Cloud } from "../formats/Cloud.ts"
import { alongAxes, axesOfQuaternion, plus, type Quaternion, type Vector } from "./vector.ts"

/** Where the sensor was: points are in its coordinates, cuboids in those of the world. */
export interface Pose {
  readonly position: Vector
  readonly heading: Quaternion
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** A cloud in coordinates of the world, relative to its origin. */
export interface PreparedCloud extends Cloud {
  readonly bounds: { readonly min: Vector; readonly max: Vector }
  /** Where most of the points are, in meters of the world: without the few highest and lowest. */
  readonly heights: Range
  readonly intensities: Range | undefined
  /** Whether the points have colors other than black. */
  readonly hasColors: boolean
  /** The height of the ground, in meters of the world. */
  readonly ground: number
}

/** Prepares a cloud. Its points change their order, so that the first of them are an even sample of all. */
export const prepare = (cloud: Cloud, pose: Pose | undefined): PreparedCloud => {
  const placed = scattered(pose === undefined ? cloud : inWorld(cloud, pose))
  const { origin } = placed
  const heights = everyNth(placed.count, (point) => (placed.positions[point * 3 + 2] ?? 0) + origin[2])
  return {
    ...placed,
    bounds: boundsOf(placed),
    heights: { min: quantile(heights, 0.01), max: quantile(heights, 0.97) },
    intensities:
      placed.intensity === undefined ? undefined : rangeOf(everyNth(placed.count, reader(placed.intensity))),
    hasColors: placed.colors?.some((value) => value > 0) ?? false,
    ground: groundOf(heights),
  }
}

const reader = (values: Float32Array) => (point: number) => values[point] ?? 0

const inWorld = (cloud: Cloud, { heading, position }: Pose): Cloud => {
  const axes = axesOfQuaternion(heading)
  if (axes === undefined) return { ...cloud, origin: plus(cloud.origin, position) }
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = axes
  const positions = new Float32Array(cloud.positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = cloud.positions[at] ?? 0
    const y = cloud.positions[at + 1] ?? 0
    const z = cloud.positions[at + 2] ?? 0
    positions[at] = xx * x + yx * y + zx * z
    positions[at + 1] = xy * x + yy * y + zy * z
    positions[at + 2] = xz * x + yz * y + zz * z
  }
  return { ...cloud, positions, origin: plus(alongAxes(axes, cloud.origin), position) }
}

/** The points in an order in which each stretch is spread over the whole scan. */
const scattered = (cloud: Cloud): Cloud => {
  const { colors, count, intensity, positions } = cloud
  const step = stepOf(count)
  const spread = <Values extends Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
    values: Values,
    empty: Values,
    width: number,
  ): Values => {
    for (let point = 0; point < count; point++) {
      const from = ((point * step) % count) * width
      for (let index = 0; index < width; index++) empty[point * width + index] = values[from + index] ?? 0
    }
    return empty
  }
  return {
    ...cloud,
    positions: spread(positions, new Float32Array(positions.length), 3),
    intensity: intensity && spread(intensity, new Float32Array(count), 1),
    colors: colors && spread(colors, new Uint8Array(count * 3), 3),
  }
}

/** A step that reaches every point: it has no divisor in common with their number. */
const stepOf = (count: number): number => {
  let step = Math.max(Math.floor(count * 0.6180339887), 1)
  while (divisor(step, count) !== 1) step += 1
  return step
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

const boundsOf = ({ count, origin, positions }: Cloud): PreparedCloud["bounds"] => {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < count * 3; at++) {
    const axis = at % 3
    const value = positions[at] ?? 0
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  const placed = ([x = 0, y = 0, z = 0]: ReadonlyArray<number>): Vector => plus([x, y, z], origin)
  return { min: placed(min), max: placed(max) }
}

/** Values of at most 50 000 points, sorted. */
const everyNth = (count: number, value: (point: number) => number): Float64Array =>
  Float64Array.from({ length: Math.min(count, 50_000) }, (_, point) => value(point)).sort()

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

const rangeOf = (sorted: Float64Array): Range => ({
  min: quantile(sorted, 0.02),
  max: quantile(sorted, 0.95),
})

/** The height that most points have, among the lower half of them: most of what a scanner sees is ground. */
const groundOf = (heights: Float64Array): number => {
  const [low, middle] = [quantile(heights, 0.01), quantile(heights, 0.6)]
  const width = 0.2
  const counts = new Map<number, number>()
  for (const height of heights) {
    if (height < low || height > middle) continue
    const bin = Math.round(height / width)
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  const best = [...counts].toSorted((a, b) => b[1] - a[1])[0]
  return best === undefined ? low : best[0] * width
}
