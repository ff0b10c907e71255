/** The work of a comparison, estimated before it begins. */
import { runToEnd } from "../../domain/runToEnd.ts"
import { readLabel } from "../../warnings/read/readLabel.ts"
import { computeBoxArea, computeBoxIntersection } from "../geometry/boxes.ts"
import type { ComparableScene, Instance } from "../labels/ComparableObject.ts"
import type { ComparedLabel } from "../labels/matchObjects.ts"
import type { PersonLabel } from "../labels/PersonLabel.ts"
import { readAllInSteps } from "../labels/readCompared.ts"
import { countPairSteps, countSteps, measureInstance, measureSource } from "./Extent.ts"
import { makeParts, type Parts } from "./makeParts.ts"

/** Steps for each step of an assignment. */
const assignmentSteps = 3

/** Steps for each pair of objects whose bounds meet, beside those of its shapes. */
const pairSteps = 150

/** Steps for each pair of objects of segmented scenes: their common elements are counted before. */
const idsSteps = 10

/** Steps for each pair of objects in a list of all pairs of two labels. */
const listSteps = 10

/** Steps for each run of equal elements in each of two labels. */
const runSteps = 4

/** Points and polylines resemble each other beyond their bounds: the default of `maxPixels`. */
const reach = 20

export interface EstimateOptions {
  /** Whether the counts of pixels and points are included. Defaults to true. `compareLabelsInSteps` counts them in steps. */
  readonly countsElements?: boolean
  /** The most steps of a part that is not divided: of two objects, of the list of those that meet, and of their assignment. Defaults to the limit. */
  readonly maxPart?: number
  /** The least similarity of a pair of objects. Defaults to 0. */
  readonly threshold?: number
  /** The most objects of all labels together. Defaults to any number. */
  readonly maxObjects?: number
}

/**
 * The steps that `compareLabels` takes at most with these labels, each of a few nanoseconds; infinite where they, a part of them or the objects are
 * more than their limit, which is found out within a part of the limit.
 */
export const estimateComparison = (
  labels: ReadonlyArray<Pick<PersonLabel, "getBitmap" | "label">>,
  limit: number,
  options: EstimateOptions = {},
): number => runToEnd(estimateComparisonInSteps(labels, limit, options))

/** The same in steps, between which other work can run. */
export function* estimateComparisonInSteps(
  labels: ReadonlyArray<Pick<PersonLabel, "getBitmap" | "label">>,
  limit: number,
  {
    countsElements = true,
    maxObjects = Number.POSITIVE_INFINITY,
    maxPart = limit,
    threshold = 0,
  }: EstimateOptions = {},
): Generator<void, number> {
  let steps = 0
  for (const { label } of labels) {
    steps += yield* estimateReading(label, limit - steps, maxPart)
    if (steps > limit) return Number.POSITIVE_INFINITY
    yield
  }
  const comparable = yield* readAllInSteps(labels)
  if (comparable.reduce((sum, { label }) => sum + label.objects.length, 0) > maxObjects)
    return Number.POSITIVE_INFINITY
  for (const [index, b] of comparable.entries())
    for (const a of comparable.slice(0, index)) {
      steps += yield* estimatePairInSteps(a, b, { limit: limit - steps, countsElements, maxPart, threshold })
      if (steps > limit) return Number.POSITIVE_INFINITY
    }
  return steps
}

/** The steps in which shapes are read and their areas measured. */
function* estimateReading(label: unknown, limit: number, maxPart: number): Generator<void, number> {
  let steps = 0
  for (const { annotations, pointAnnotations } of label === null ? [] : readLabel(label).scenes) {
    steps += pointAnnotations?.length ?? 0
    for (const { source } of annotations) {
      const own = countSteps(measureSource(source))
      if (own > maxPart) return Number.POSITIVE_INFINITY
      steps += own
      if (steps > limit) return steps
      yield
    }
  }
  return steps
}

function* estimatePairInSteps(
  { getIds: getIdsA, label: a }: ComparedLabel,
  { getIds: getIdsB, label: b }: ComparedLabel,
  { countsElements, limit, ...options }: PairLimits & { readonly countsElements: boolean },
): Generator<void, number> {
  const parts = makeParts(a.objects.length, b.objects.length)
  let steps = 0
  for (const [key, sceneA] of a.scenes) {
    const sceneB = b.scenes.get(key)
    if (sceneB === undefined) continue
    const [idsA, idsB] = [getIdsA(key), getIdsB(key)]
    if (countsElements && idsA !== null && idsB !== null)
      steps += runSteps * (idsA.lengths.length + idsB.lengths.length)
    if (steps > limit) return steps
    // The bounds of all pairs are compared, also where no objects meet.
    steps += 2 * sceneA.instances.length * sceneB.instances.length
    if (steps > limit) return Number.POSITIVE_INFINITY
    const isSequence = a.isSequence || b.isSequence
    steps += yield* estimateScenes(sceneA, sceneB, parts, { ...options, limit: limit - steps, isSequence })
    if (steps > limit) return Number.POSITIVE_INFINITY
    yield
  }
  const assigned = assignmentSteps * parts.computeSteps()
  return assigned > options.maxPart ? Number.POSITIVE_INFINITY : steps + assigned
}

interface PairLimits {
  readonly limit: number
  readonly maxPart: number
  readonly threshold: number
}

function* estimateScenes(
  a: ComparableScene,
  b: ComparableScene,
  parts: Parts,
  { isSequence, limit, maxPart, threshold }: PairLimits & { readonly isSequence: boolean },
): Generator<void, number> {
  const extents = b.instances.map(({ instance }) => measureInstance(instance))
  let steps = 0
  let listed = 0
  for (const { instance, object } of a.instances) {
    const extent = measureInstance(instance)
    for (const [index, other] of b.instances.entries()) {
      if (!canMeet(instance, other.instance)) continue
      if (instance.shape.kind === "ids" || other.instance.shape.kind === "ids") {
        if (instance.shape.kind !== other.instance.shape.kind) continue
        steps += idsSteps
        // Each element has one object, so that in a still an object is at least half like at most two others.
        if (isSequence) parts.addPair(object, other.object)
        if (steps > limit) return steps
        continue
      }
      if (canPair(instance, other.instance, threshold)) parts.addPair(object, other.object)
      const own = pairSteps + countPairSteps(instance, other.instance, [extent, extents[index] ?? extent])
      listed += listSteps
      if (own > maxPart || listed > maxPart) return Number.POSITIVE_INFINITY
      steps += own
      if (steps > limit) return steps
    }
    yield
  }
  return steps
}

/**
 * Whether the similarity of two objects may be as high as the threshold. The common area of two shapes is at most that of their bounds. Other shapes
 * than boxes and polygons have no such limit.
 */
const canPair = (a: Instance, b: Instance, threshold: number): boolean => {
  const [areaA, areaB] = [findArea(a), findArea(b)]
  if (areaA === null || areaB === null) return true
  const common = computeBoxIntersection(a.bounds, 0, b.bounds, 0)
  return common >= (threshold - rounding) * (areaA + areaB - common)
}

const rounding = 1e-9

const findArea = ({ bounds, shape }: Instance): number | null => {
  if (shape.kind === "box") return computeBoxArea(bounds, 0)
  return shape.kind === "region" ? shape.region.area : null
}

const canMeet = ({ bounds: a, shape }: Instance, { bounds: b }: Instance): boolean => {
  const margin = shape.kind === "points" || shape.kind === "line" ? reach : 0
  return b[0] <= a[2] + margin && b[2] >= a[0] - margin && b[1] <= a[3] + margin && b[3] >= a[1] - margin
}
