/** The work of a comparison, estimated before it begins. */
import { runToEnd } from "../../domain/runToEnd.ts"
import { readLabel } from "../../warnings/read/readLabel.ts"
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

/** Steps for each run of equal elements in each of two labels. */
const runSteps = 4

/** Points and polylines resemble each other beyond their bounds: the default of `maxPixels`. */
const reach = 20

export interface EstimateOptions {
  /** Whether the counts of pixels and points are included. Defaults to true. `compareLabelsInSteps` counts them in steps. */
  readonly countsElements?: boolean
  /** The most steps of two labels in one scene, and of the assignment of their objects. Defaults to the limit. */
  readonly maxPart?: number
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
  { countsElements = true, maxObjects = Number.POSITIVE_INFINITY, maxPart = limit }: EstimateOptions = {},
): Generator<void, number> {
  let steps = 0
  for (const { label } of labels) {
    steps += estimateReading(label, limit - steps)
    if (steps > limit) return Number.POSITIVE_INFINITY
    yield
  }
  const comparable = yield* readAllInSteps(labels)
  if (comparable.reduce((sum, { label }) => sum + label.objects.length, 0) > maxObjects)
    return Number.POSITIVE_INFINITY
  for (const [index, b] of comparable.entries())
    for (const a of comparable.slice(0, index)) {
      steps += yield* estimatePairInSteps(a, b, { limit: limit - steps, countsElements, maxPart })
      if (steps > limit) return Number.POSITIVE_INFINITY
    }
  return steps
}

/** The steps in which shapes are read and their areas measured. */
const estimateReading = (label: unknown, limit: number): number => {
  let steps = 0
  for (const { annotations, pointAnnotations } of label === null ? [] : readLabel(label).scenes) {
    steps += pointAnnotations?.length ?? 0
    for (const { source } of annotations) {
      steps += countSteps(measureSource(source))
      if (steps > limit) return steps
    }
  }
  return steps
}

function* estimatePairInSteps(
  { getIds: getIdsA, label: a }: ComparedLabel,
  { getIds: getIdsB, label: b }: ComparedLabel,
  {
    countsElements,
    limit,
    maxPart,
  }: { readonly countsElements: boolean; readonly limit: number; readonly maxPart: number },
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
    const maxScene = Math.min(limit - steps, maxPart)
    // The bounds of all pairs are compared, also where no objects meet.
    const boundsSteps = 2 * sceneA.instances.length * sceneB.instances.length
    if (boundsSteps > maxScene) return Number.POSITIVE_INFINITY
    const meetingSteps = estimateScenes(
      sceneA,
      sceneB,
      maxScene - boundsSteps,
      parts,
      a.isSequence || b.isSequence,
    )
    if (boundsSteps + meetingSteps > maxScene) return Number.POSITIVE_INFINITY
    steps += boundsSteps + meetingSteps
    if (a.isSequence) yield
  }
  const assigned = assignmentSteps * parts.computeSteps()
  return assigned > maxPart ? Number.POSITIVE_INFINITY : steps + assigned
}

const estimateScenes = (
  a: ComparableScene,
  b: ComparableScene,
  limit: number,
  parts: Parts,
  isSequence: boolean,
): number => {
  const extents = b.instances.map(({ instance }) => measureInstance(instance))
  let steps = 0
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
      parts.addPair(object, other.object)
      steps += pairSteps + countPairSteps(instance, other.instance, [extent, extents[index] ?? extent])
      if (steps > limit) return steps
    }
  }
  return steps
}

const canMeet = ({ bounds: a, shape }: Instance, { bounds: b }: Instance): boolean => {
  const margin = shape.kind === "points" || shape.kind === "line" ? reach : 0
  return b[0] <= a[2] + margin && b[2] >= a[0] - margin && b[1] <= a[3] + margin && b[3] >= a[1] - margin
}
