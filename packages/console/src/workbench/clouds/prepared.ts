/** Computes what each cloud needs once, in the worker: its place in the world, its extent, its ground. */
import {
  addVectors,
  fromQuaternion,
  moveAlongAxes,
  type Quaternion,
  type Vector,
} from "../geometry/space/vector.ts"
import type { Cloud } from "./formats/Cloud.ts"
import { buildTree, type CloudNode } from "./octree.ts"

/** The pose of the sensor: points are in its coordinates, cuboids in those of the world. */
export interface Pose {
  readonly position: Vector
  readonly heading: Quaternion
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** A cloud in coordinates of the world, relative to its origin. */
export interface PreparedCloud extends Omit<Cloud, "places"> {
  /** The place of each point in the file: labels name points in its order. */
  readonly order: Uint32Array<ArrayBuffer>
  readonly bounds: { readonly min: Vector; readonly max: Vector }
  /** The extent of most of the points, in meters of the world: without the few highest and lowest. */
  readonly heights: Range
  readonly intensities: Range | undefined
  /** Whether the points have colors other than black. */
  readonly hasColors: boolean
  /** The height of the ground, in meters of the world. */
  readonly ground: number
  readonly root: CloudNode
}

/** Prepares a cloud. Its points change their order to that of its tree, so that the first of them are an even sample of all. */
export const prepare = (cloud: Cloud, pose: Pose | undefined): PreparedCloud => {
  const inPlace = toWorld(cloud, pose)
  const extent = computeExtent(inPlace)
  const order = scatterOrder(cloud.count)
  const root = buildTree(inPlace, extent, order)
  const { places, ...placed } = reorderCloud(inPlace, order)
  const { origin } = placed
  const heights = sampleEveryNth(placed.count, (point) => (placed.positions[point * 3 + 2] ?? 0) + origin[2])
  return {
    ...placed,
    order: places === undefined ? order : order.map((point) => places[point] ?? 0),
    bounds: { min: addVectors(extent.min, origin), max: addVectors(extent.max, origin) },
    heights: { min: getQuantile(heights, 0.01), max: getQuantile(heights, 0.97) },
    intensities:
      placed.intensity === undefined
        ? undefined
        : computeRange(sampleEveryNth(placed.count, makeReader(placed.intensity))),
    hasColors: placed.colors?.some((value) => value > 0) ?? false,
    ground: estimateGround(heights),
    root,
  }
}

const makeReader = (values: Float32Array) => (point: number) => values[point] ?? 0

/** The cloud in coordinates of the world. Without a pose, it is in them already. */
export const toWorld = (cloud: Cloud, pose: Pose | undefined): Cloud => {
  if (pose === undefined) return cloud
  const { heading, position } = pose
  const axes = fromQuaternion(heading)
  if (axes === undefined) return { ...cloud, origin: addVectors(cloud.origin, position) }
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
  return { ...cloud, positions, origin: addVectors(moveAlongAxes(axes, cloud.origin), position) }
}

/** All points in an order in which each stretch is spread over the whole scan. */
const scatterOrder = (count: number): Uint32Array<ArrayBuffer> => {
  const step = computeStep(count)
  const order = new Uint32Array(count)
  let next = 0
  for (let point = 0; point < count; point++) {
    order[point] = next
    next += step
    if (next >= count) next -= count
  }
  return order
}

const reorderCloud = (cloud: Cloud, order: Uint32Array): Cloud => {
  const { colors, count, intensity, positions } = cloud
  const spreadValues = <Values extends Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
    values: Values,
    empty: Values,
    width: number,
  ): Values => {
    for (let point = 0; point < count; point++) {
      const from = (order[point] ?? 0) * width
      for (let index = 0; index < width; index++) empty[point * width + index] = values[from + index] ?? 0
    }
    return empty
  }
  return {
    ...cloud,
    positions: spreadValues(positions, new Float32Array(positions.length), 3),
    intensity: intensity && spreadValues(intensity, new Float32Array(count), 1),
    colors: colors && spreadValues(colors, new Uint8Array(count * 3), 3),
  }
}

/** A step that reaches every point: it has no divisor in common with their number. */
const computeStep = (count: number): number => {
  let step = Math.max(Math.floor(count * 0.6180339887), 1)
  while (computeDivisor(step, count) !== 1) step += 1
  return step
}

const computeDivisor = (a: number, b: number): number => (b === 0 ? a : computeDivisor(b, a % b))

/** The extent of the points, relative to their origin. */
const computeExtent = ({ count, positions }: Cloud): { readonly min: Vector; readonly max: Vector } => {
  const axes = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let at = axis; at < count * 3; at += 3) {
      const value = positions[at] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
    return { low, high }
  })
  const [x, y, z] = axes
  return {
    min: [x?.low ?? 0, y?.low ?? 0, z?.low ?? 0],
    max: [x?.high ?? 0, y?.high ?? 0, z?.high ?? 0],
  }
}

/** Values of at most 50 000 points, sorted. */
const sampleEveryNth = (count: number, value: (point: number) => number): Float64Array =>
  Float64Array.from({ length: Math.min(count, 50_000) }, (_, point) => value(point)).sort()

const getQuantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

const computeRange = (sorted: Float64Array): Range => ({
  min: getQuantile(sorted, 0.02),
  max: getQuantile(sorted, 0.95),
})

/** The height that most points have, among the lower half of them: most of what a scanner sees is ground. */
const estimateGround = (heights: Float64Array): number => {
  const [low, middle] = [getQuantile(heights, 0.01), getQuantile(heights, 0.6)]
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
