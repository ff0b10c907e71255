/** The work of a comparison, estimated before it begins. */
import { readLabel } from "../../warnings/read/readLabel.ts"
import type { ComparableScene, Instance } from "../labels/ComparableObject.ts"
import type { ComparedLabel } from "../labels/matchObjects.ts"
import type { PersonLabel } from "../labels/PersonLabel.ts"
import { readCompared } from "../labels/readCompared.ts"
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

/**
 * The steps that `compareLabels` takes at most with these labels, each of a few nanoseconds; infinite where they are more than the limit,
 * which is found out within a part of the limit. Without `countsElements`, the counts of pixels and points are left out: they are work in steps.
 */
export const estimateComparison = (
  labels: ReadonlyArray<Pick<PersonLabel, "getBitmap" | "label">>,
  limit: number,
  { countsElements = true } = {},
): number => {
  let steps = 0
  for (const { label } of labels) {
    steps += estimateReading(label, limit - steps)
    if (steps > limit) return Number.POSITIVE_INFINITY
  }
  const comparable = labels.map(readCompared)
  for (const [index, b] of comparable.entries())
    for (const a of comparable.slice(0, index)) {
      steps += estimatePair(a, b, limit - steps, countsElements)
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

const estimatePair = (
  { getIds: getIdsA, label: a }: ComparedLabel,
  { getIds: getIdsB, label: b }: ComparedLabel,
  limit: number,
  countsElements: boolean,
): number => {
  const parts = makeParts(a.objects.length, b.objects.length)
  let steps = 0
  for (const [key, sceneA] of a.scenes) {
    const sceneB = b.scenes.get(key)
    if (sceneB === undefined) continue
    const [idsA, idsB] = [getIdsA(key), getIdsB(key)]
    if (countsElements && idsA !== null && idsB !== null)
      steps += runSteps * (idsA.lengths.length + idsB.lengths.length)
    steps += 2 * sceneA.instances.length * sceneB.instances.length
    if (steps <= limit)
      steps += estimateScenes(sceneA, sceneB, limit - steps, parts, a.isSequence || b.isSequence)
    if (steps > limit) return steps
  }
  return steps + assignmentSteps * parts.computeSteps()
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
