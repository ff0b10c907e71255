/** Which detections of an image are right, in the order of COCO: greedy, by score. */
import type { Detection, EvaluatedImage, Truth } from "./Evaluated.ts"

export type AreaRange = readonly [from: number, to: number]

export interface MatchedImage {
  /** The scores of the detections, from the highest to the lowest. */
  readonly scores: ReadonlyArray<number>
  /** For each threshold and detection. A detection of a truth that does not count does not count either. */
  readonly states: ReadonlyArray<ReadonlyArray<"right" | "wrong" | "ignored">>
  /** The number of truths that count. */
  readonly counted: number
}

/** The truths and the detections of one category in an image. */
export interface ImageCategory {
  readonly truths: ReadonlyArray<Truth>
  /** From the highest score to the lowest. */
  readonly ranked: ReadonlyArray<Detection>
  /** For each of these detections its similarity with each truth. */
  readonly similarities: ReadonlyArray<ReadonlyArray<number>>
}

export const groupByCategory = (
  { detections, measure, truths }: EvaluatedImage,
  maxDetections: number,
): ReadonlyMap<number, ImageCategory> => {
  const truthsOf = groupPlaces(truths)
  const detectionsOf = groupPlaces(detections)
  const categories = new Set([...truthsOf.keys(), ...detectionsOf.keys()])
  return new Map(
    [...categories].map((category) => {
      const own = truthsOf.get(category) ?? []
      const ranked = (detectionsOf.get(category) ?? [])
        .sort(([, a], [, b]) => b.score - a.score)
        .slice(0, maxDetections)
      const part = {
        truths: own.map(([, truth]) => truth),
        ranked: ranked.map(([, detection]) => detection),
        similarities: ranked.map(([detection]) => own.map(([truth]) => measure(detection, truth))),
      }
      return [category, part] as const
    }),
  )
}

const groupPlaces = <A extends { readonly category: number }>(
  list: ReadonlyArray<A>,
): ReadonlyMap<number, Array<readonly [place: number, value: A]>> => {
  const groups = new Map<number, Array<readonly [place: number, value: A]>>()
  for (const entry of list.entries()) {
    const group = groups.get(entry[1].category)
    if (group === undefined) groups.set(entry[1].category, [entry])
    else group.push(entry)
  }
  return groups
}

export const matchImage = (
  { ranked, similarities, truths }: ImageCategory,
  range: AreaRange,
  thresholds: ReadonlyArray<number>,
): MatchedImage => {
  const isOutside = ({ area }: { readonly area: number }) => area < range[0] || area > range[1]
  const candidates = truths
    .map((truth, place) => ({
      place,
      isCrowd: truth.isCrowd === true,
      isIgnored: truth.isIgnored === true || truth.isCrowd === true || isOutside(truth),
    }))
    .sort((a, b) => Number(a.isIgnored) - Number(b.isIgnored))
  return {
    scores: ranked.map(({ score }) => score),
    counted: candidates.filter(({ isIgnored }) => !isIgnored).length,
    states: thresholds.map((threshold) => {
      const taken = new Set<number>()
      return ranked.map((detection, index) => {
        const match = chooseTruth(similarities[index] ?? [], candidates, taken, threshold)
        if (match === -1) return isOutside(detection) ? "ignored" : "wrong"
        taken.add(match)
        return candidates[match]?.isIgnored === true ? "ignored" : "right"
      })
    }),
  }
}

/** The most similar truth that is free, of equal ones the last; one that does not count only when there is no other. */
const chooseTruth = (
  similarities: ReadonlyArray<number>,
  candidates: ReadonlyArray<{
    readonly place: number
    readonly isCrowd: boolean
    readonly isIgnored: boolean
  }>,
  taken: ReadonlySet<number>,
  threshold: number,
): number => {
  let least = Math.min(threshold, 1 - 1e-10)
  let match = -1
  for (const [index, { isCrowd, isIgnored, place }] of candidates.entries()) {
    if (taken.has(index) && !isCrowd) continue
    if (match > -1 && isIgnored && candidates[match]?.isIgnored === false) break
    const similarity = similarities[place] ?? 0
    if (similarity < least) continue
    least = similarity
    match = index
  }
  return match
}
