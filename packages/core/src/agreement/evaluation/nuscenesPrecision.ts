/** Average precision of cuboids by the distance of their centers on the ground, in the definition of nuScenes (Caesar et al. 2020). */
import { runToEnd } from "../../domain/runToEnd.ts"
import { sortInSteps } from "../../domain/sortInSteps.ts"
import type { Vector } from "../../warnings/geometry/Boxes.ts"
import { requireScore } from "./Evaluated.ts"

export interface LocatedTruth {
  readonly category: number
  readonly position: Vector
}

export interface LocatedDetection extends LocatedTruth {
  readonly score: number
}

/** The truths and the detections of one cloud. */
export interface LocatedScene {
  readonly truths: ReadonlyArray<LocatedTruth>
  readonly detections: ReadonlyArray<LocatedDetection>
}

export interface NuscenesOptions {
  /** The distances below which a detection is right. Defaults to 0.5, 1, 2 and 4 meters. */
  readonly distances?: ReadonlyArray<number>
  /** Recalls up to this one do not count. Defaults to 0.1. */
  readonly minRecall?: number
  /** The precision that counts as none. Defaults to 0.1. */
  readonly minPrecision?: number
}

export interface NuscenesPrecision {
  /** The mean over categories of the truth and distances; null without truths. */
  readonly precision: number | null
  readonly categories: ReadonlyArray<{
    readonly category: number
    readonly precision: number
    readonly precisionAt: ReadonlyArray<{ readonly distance: number; readonly value: number }>
    /** The mean distance of the right detections at 2 meters, or at the third distance; null without any. */
    readonly meanDistance: number | null
  }>
}

export const computeNuscenesPrecision = (
  scenes: ReadonlyArray<LocatedScene>,
  options: NuscenesOptions = {},
): NuscenesPrecision => runToEnd(computeNuscenesPrecisionInSteps(scenes, options))

/** The same in steps, between which other work can run. */
export function* computeNuscenesPrecisionInSteps(
  scenes: ReadonlyArray<LocatedScene>,
  { distances = [0.5, 1, 2, 4], minPrecision = 0.1, minRecall = 0.1 }: NuscenesOptions = {},
): Generator<void, NuscenesPrecision> {
  for (const { detections } of scenes) for (const { score } of detections) requireScore(score)
  // Recalls count in steps of 0.01, above the least one.
  if (!(minRecall >= 0 && minRecall < 0.995))
    throw new RangeError(`minRecall must be from 0 to below 0.995, not ${minRecall}.`)
  if (!(minPrecision >= 0 && minPrecision < 1))
    throw new RangeError(`minPrecision must be from 0 to below 1, not ${minPrecision}.`)
  const ids = new Set(scenes.flatMap(({ truths }) => truths.map(({ category }) => category)))
  const categories: Array<NuscenesPrecision["categories"][number]> = []
  for (const category of [...ids].sort((a, b) => a - b)) {
    const matched: Array<Matched> = []
    const precisionAt: Array<{ readonly distance: number; readonly value: number }> = []
    for (const distance of distances) {
      const own = yield* matchInSteps(scenes, category, distance)
      matched.push(own)
      precisionAt.push({ distance, value: yield* computePrecisionInSteps(own, minRecall, minPrecision) })
    }
    const { errors = [] } = matched[2] ?? matched.at(-1) ?? {}
    categories.push({
      category,
      precision: computeMean(precisionAt.map(({ value }) => value)),
      precisionAt,
      meanDistance: errors.length === 0 ? null : computeMean(errors),
    })
  }
  return {
    precision: categories.length === 0 ? null : computeMean(categories.map(({ precision }) => precision)),
    categories,
  }
}

const computeMean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

interface Matched {
  /** Whether each detection is right, from the highest score to the lowest. */
  readonly isRight: ReadonlyArray<boolean>
  /** The distances of those that are. */
  readonly errors: ReadonlyArray<number>
  readonly truths: number
}

/** Each detection gets the nearest truth of its scene that is free. Of equal scores, the last one comes first, as in the devkit. */
function* matchInSteps(
  scenes: ReadonlyArray<LocatedScene>,
  category: number,
  limit: number,
): Generator<void, Matched> {
  const own = scenes.flatMap(({ detections }, scene) =>
    detections.flatMap((detection) => (detection.category === category ? [{ detection, scene }] : [])),
  )
  const ranked = yield* sortInSteps(own.reverse(), (a, b) => b.detection.score - a.detection.score)
  // By scene and place: one object may be in several scenes.
  const free = scenes.map(({ truths }) => new Set(truths.keys()))
  const errors: Array<number> = []
  const isRight: Array<boolean> = []
  for (const { detection, scene } of ranked) {
    let nearest: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (const place of free[scene] ?? []) {
      const truth = scenes[scene]?.truths[place]
      if (truth?.category !== category) continue
      const distance = Math.hypot(
        truth.position.x - detection.position.x,
        truth.position.y - detection.position.y,
      )
      if (distance < least) [least, nearest] = [distance, place]
    }
    const isNear = nearest !== undefined && least < limit
    isRight.push(isNear)
    if (isNear) errors.push(least)
    if (isNear && nearest !== undefined) free[scene]?.delete(nearest)
    yield
  }
  const truths = scenes.reduce(
    (sum, scene) => sum + scene.truths.filter((truth) => truth.category === category).length,
    0,
  )
  return { isRight, errors, truths }
}

/** The mean of the precisions above the least one, at the recalls above the least one, over the greatest that it can be. */
function* computePrecisionInSteps(
  matched: Matched,
  minRecall: number,
  minPrecision: number,
): Generator<void, number> {
  if (matched.errors.length === 0) return 0
  const [recalls, precisions]: [Array<number>, Array<number>] = [[], []]
  let right = 0
  for (const [index, isRight] of matched.isRight.entries()) {
    if (isRight) right += 1
    recalls.push(right / matched.truths)
    precisions.push(right / (index + 1))
  }
  const first = Math.round(100 * minRecall) + 1
  let sum = 0
  for (let step = first; step <= 100; step++) {
    const recall = step === 100 ? 1 : step * 0.01
    sum += Math.max(0, interpolate(recall, recalls, precisions) - minPrecision)
    yield
  }
  return sum / (101 - first) / (1 - minPrecision)
}

/** Between the two nearest recalls, of equal ones from the last; 0 beyond the greatest. */
const interpolate = (x: number, xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): number => {
  if (x > (xs.at(-1) ?? 0)) return 0
  const after = xs.findIndex((value) => value > x)
  const before = after === -1 ? xs.length - 1 : after - 1
  if (before < 0) return ys[0] ?? 0
  const [x0, x1] = [xs[before] ?? 0, xs[before + 1] ?? 0]
  const [y0, y1] = [ys[before] ?? 0, ys[before + 1] ?? 0]
  return after === -1 || x0 === x ? y0 : y0 + ((y1 - y0) / (x1 - x0)) * (x - x0)
}
