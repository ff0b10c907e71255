/** Similarities of the objects of two scenes of the same frame and sensor. */
import type { Joint } from "../../domain/exactShape/ExactShape.ts"
import { type Boxes, makeBoxesBuilder } from "../../warnings/geometry/Boxes.ts"
import { computeBoxArea, computeBoxIntersection } from "../geometry/boxes.ts"
import { computeBoxesIntersection, computeVolume } from "../geometry/cuboids.ts"
import { computeDistance, computePolylineDistance } from "../geometry/distances.ts"
import { computeOks } from "../geometry/keypoints.ts"
import { computeRegionIntersection, makeRegion, type Region } from "../geometry/regions.ts"
import type { Overlaps } from "../geometry/runs.ts"
import type { ComparableScene, Instance } from "./ComparableObject.ts"

export interface SimilarityOptions {
  /** The distance from which points and polylines of images do not resemble each other at all. Defaults to 20 pixels. */
  readonly maxPixels?: number
  /** The same in point clouds. Defaults to 2 meters. */
  readonly maxMeters?: number
}

export interface SceneContext {
  /** The elements that both scenes segmented; null where one is not segmented, and for different numbers of elements. */
  readonly overlaps: Overlaps | null
  readonly getSigma: (category: number, joint: string) => number
  readonly options: SimilarityOptions
}

type Visit = (a: number, b: number, similarity: number) => void

/** The work of one step, in comparisons of bounds, which take about a nanosecond each. */
const stepWork = 50_000

/** The work of a pair of boxes, of cuboids or of segments. Each pair of other shapes is a step. */
const quickWork = 100

/**
 * Visits each pair of instances, by their places in the scenes, whose similarity is above 0. It runs in steps, between which other work can run: the
 * objects of a still may be thousands.
 */
export function* compareScenesInSteps(
  a: ComparableScene,
  b: ComparableScene,
  context: SceneContext,
  visit: Visit,
): Generator<void, void> {
  const comparison = new PairComparison(a, b, context, visit)
  for (let i = 0; i < a.instances.length; i++)
    for (let j = 0; j < b.instances.length; ) {
      j = comparison.compareFrom(i, j)
      if (!comparison.isStepOver()) continue
      yield
    }
  comparison.returnMemory()
}

/** The same at once. A step costs as much as a comparison of few objects. */
export const compareScenes = (
  a: ComparableScene,
  b: ComparableScene,
  context: SceneContext,
  visit: Visit,
): void => {
  const comparison = new PairComparison(a, b, context, visit)
  for (let i = 0; i < a.instances.length; i++)
    for (let j = 0; j < b.instances.length; ) j = comparison.compareFrom(i, j)
  comparison.returnMemory()
}

/** Whether the scenes are compared within one step. */
export const hasFewPairs = (a: ComparableScene, b: ComparableScene): boolean =>
  a.instances.length * b.instances.length * quickWork <= stepWork && hasQuickShapes(a) && hasQuickShapes(b)

class PairComparison {
  readonly #bounds: Float64Array
  readonly #measure: (i: number, j: number) => number
  readonly #isQuick: boolean
  #work = 0

  constructor(
    readonly a: ComparableScene,
    readonly b: ComparableScene,
    context: SceneContext,
    readonly visit: Visit,
  ) {
    const [countA, countB] = [a.instances.length, b.instances.length]
    this.#bounds = takeMemory(4 * (countA + countB))
    packBounds(this.#bounds, a, 0, findReach(context))
    packBounds(this.#bounds, b, countA, 0)
    this.#measure = makeMeasure(a, b, context)
    this.#isQuick = hasQuickShapes(a) && hasQuickShapes(b)
  }

  /** Compares an instance with those of the other scene from a place on. Returns the place at which the step is over, or their number. */
  compareFrom(i: number, from: number): number {
    const [bounds, measure, visit] = [this.#bounds, this.#measure, this.visit]
    const [countA, countB] = [this.a.instances.length, this.b.instances.length]
    const left = bounds[4 * i] as number
    const top = bounds[4 * i + 1] as number
    const right = bounds[4 * i + 2] as number
    const bottom = bounds[4 * i + 3] as number
    const isQuick = this.#isQuick || hasQuickShape(this.a, i)
    let work = this.#work + countB - from
    for (let j = from, q = 4 * (countA + from); j < countB; j++, q += 4) {
      // Bounds that are NaN meet nothing.
      if (!((bounds[q] as number) <= right && (bounds[q + 2] as number) >= left)) continue
      if (!((bounds[q + 1] as number) <= bottom && (bounds[q + 3] as number) >= top)) continue
      const similarity = measure(i, j)
      if (similarity > 0) visit(i, j, similarity)
      work += isQuick && (this.#isQuick || hasQuickShape(this.b, j)) ? quickWork : stepWork
      if (work < stepWork) continue
      this.#work = work
      return j + 1
    }
    this.#work = work
    return countB
  }

  /** Whether the step is over. The next one begins then. */
  isStepOver(): boolean {
    if (this.#work < stepWork) return false
    this.#work = 0
    return true
  }

  returnMemory(): void {
    spare = this.#bounds
  }
}

const hasQuickShapes = (scene: ComparableScene): boolean => {
  for (let i = 0; i < scene.instances.length; i++) if (!hasQuickShape(scene, i)) return false
  return true
}

const hasQuickShape = ({ instances }: ComparableScene, place: number): boolean => {
  const kind = instances[place]?.instance.shape.kind
  return kind === "box" || kind === "cuboid" || kind === "ids"
}

/** Points and lines resemble each other beyond their bounds. */
const findReach = ({ options: { maxMeters = 2, maxPixels = 20 } }: SceneContext): number =>
  Math.max(maxMeters, maxPixels)

/**
 * Memory for the bounds of both scenes, which is kept between calls, because to allocate it takes longer than to compare the objects of an image. Null while a comparison
 * has it, beside which another one may begin.
 */
let spare: Float64Array | null = new Float64Array(1024)

const takeMemory = (length: number): Float64Array => {
  const memory =
    spare !== null && spare.length >= length ? spare : new Float64Array(Math.max(1024, 2 * length))
  spare = null
  return memory
}

const packBounds = (
  packed: Float64Array,
  { instances }: ComparableScene,
  start: number,
  reach: number,
): void => {
  let at = 4 * start
  for (const { instance } of instances) {
    const { bounds, shape } = instance
    const margin = shape.kind === "points" || shape.kind === "line" ? reach : 0
    packed[at] = bounds[0] - margin
    packed[at + 1] = bounds[1] - margin
    packed[at + 2] = bounds[2] + margin
    packed[at + 3] = bounds[3] + margin
    at += 4
  }
}

const makeMeasure = (
  a: ComparableScene,
  b: ComparableScene,
  { getSigma, options, overlaps }: SceneContext,
): ((i: number, j: number) => number) => {
  const boxes = packCuboids(a, b)
  return (i, j) => {
    const [first, second] = [a.instances[i]?.instance, b.instances[j]?.instance]
    if (first === undefined || second === undefined) return 0
    const [one, other] = [first.shape, second.shape]
    if (one.kind === "box" && other.kind === "box") return computeBoxIou(first, second)
    if (one.kind === "cuboid" && other.kind === "cuboid")
      return computeCuboidIou(boxes, i, a.instances.length + j)
    if (one.kind === "ids" && other.kind === "ids")
      return overlaps === null ? 0 : computeIdsIou(overlaps, first, second)
    if (one.kind === "skeleton" && other.kind === "skeleton") {
      const compare = (
        from: ReadonlyArray<Joint>,
        to: ReadonlyArray<Joint>,
        { annotation }: Instance,
        area: number,
      ) => computeOks(from, to, area, (joint) => getSigma(annotation.categoryId, joint))
      return (
        (compare(one.joints, other.joints, first, one.area) +
          compare(other.joints, one.joints, second, other.area)) /
        2
      )
    }
    if ((one.kind === "line" || one.kind === "points") && one.kind === other.kind) {
      const isCloud = (one.points[0]?.length ?? 2) > 2 || a.kind === "3D"
      const reach = isCloud ? (options.maxMeters ?? 2) : (options.maxPixels ?? 20)
      const measure = one.kind === "line" ? computePolylineDistance : computePointsDistance
      return Math.max(0, 1 - measure(one.points, other.points) / reach)
    }
    const [regionA, regionB] = [getRegion(first), getRegion(second)]
    return regionA === null || regionB === null ? 0 : computeRegionIou(regionA, regionB)
  }
}

const computeIou = (common: number, sizeA: number, sizeB: number): number =>
  common > 0 ? Math.min(1, common / (sizeA + sizeB - common)) : 0

const computeBoxIou = ({ bounds: a }: Instance, { bounds: b }: Instance): number =>
  computeIou(computeBoxIntersection(a, 0, b, 0), computeBoxArea(a, 0), computeBoxArea(b, 0))

const computeRegionIou = (a: Region, b: Region): number =>
  computeIou(computeRegionIntersection(a, b), a.area, b.area)

const computeCuboidIou = (boxes: Boxes, i: number, j: number): number =>
  computeIou(computeBoxesIntersection(boxes, i, j), computeVolume(boxes, i), computeVolume(boxes, j))

/** The similarity of the elements of two objects. */
export const computeIdsIou = (
  { countCommon, sizesA, sizesB }: Overlaps,
  a: Instance,
  b: Instance,
): number => {
  const [idA, idB] = [a.annotation.id, b.annotation.id]
  return computeIou(countCommon(idA, idB), sizesA.get(idA) ?? 0, sizesB.get(idB) ?? 0)
}

/** The mean distance to the nearest point of the other side, in both directions. */
const computePointsDistance = (
  a: ReadonlyArray<ReadonlyArray<number>>,
  b: ReadonlyArray<ReadonlyArray<number>>,
): number => {
  const computeMean = (from: typeof a, to: typeof a) =>
    from.reduce((sum, point) => sum + Math.min(...to.map((other) => computeDistance(point, other))), 0) /
    from.length
  return (computeMean(a, b) + computeMean(b, a)) / 2
}

const noBoxes = makeBoxesBuilder(0).build()

/** The cuboids of both scenes in one frame of reference; others have no place in it that is looked at. */
const packCuboids = (a: ComparableScene, b: ComparableScene): Boxes => {
  const isCuboid = ({ instance }: ComparableScene["instances"][number]) => instance.shape.kind === "cuboid"
  if (!a.instances.some(isCuboid) || !b.instances.some(isCuboid)) return noBoxes
  const all = [...a.instances, ...b.instances]
  const builder = makeBoxesBuilder(all.length)
  const unit = { x: 1, y: 1, z: 1 }
  for (const { instance } of all) {
    const { bounds, shape } = instance
    // The first place is the local origin of all.
    if (shape.kind !== "cuboid" || Number.isNaN(bounds[0])) builder.addYaw(findOrigin(all), unit, 0)
    else if (typeof shape.cuboid.turn === "number")
      builder.addYaw(shape.cuboid.position, shape.cuboid.dimensions, shape.cuboid.turn)
    else builder.addRotation(shape.cuboid.position, shape.cuboid.dimensions, shape.cuboid.turn)
  }
  return builder.build()
}

const findOrigin = (all: ComparableScene["instances"]) => {
  for (const { instance } of all)
    if (instance.shape.kind === "cuboid" && !Number.isNaN(instance.bounds[0]))
      return instance.shape.cuboid.position
  return { x: 0, y: 0, z: 0 }
}

/** A box as a region, for comparison with polygons. */
const getRegion = ({ bounds, shape }: Instance): Region | null => {
  if (shape.kind === "region") return shape.region
  if (shape.kind !== "box") return null
  const [left, top, right, bottom] = bounds
  return makeRegion([
    [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    ],
  ])
}
