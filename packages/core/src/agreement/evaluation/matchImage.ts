/** Which detections of an image are right, in the order of COCO: greedy, by score. */
import type { EvaluatedImage } from "./Evaluated.ts"

export type AreaRange = readonly [from: number, to: number]

export interface MatchedImage {
  /** The scores of the detections, from the highest to the lowest. */
  readonly scores: ReadonlyArray<number>
  /** For each threshold and detection. A detection of a truth that does not count does not count either. */
  readonly states: ReadonlyArray<ReadonlyArray<"right" | "wrong" | "ignored">>
  /** The number of truths that count. */
  readonly counted: number
}

export interface MatchingQuestion {
  readonly category: number
  readonly range: AreaRange
  readonly thresholds: ReadonlyArray<number>
  readonly maxDetections: number
}

/** Null for an image that has neither truths nor detections of the category. */
export const matchImage = (
  { detections, measure, truths }: EvaluatedImage,
  { category, maxDetections, range, thresholds }: MatchingQuestion,
): MatchedImage | null => {
  const isOutside = ({ area }: { readonly area: number }) => area < range[0] || area > range[1]
  const candidates = [...truths.entries()]
    .filter(([, truth]) => truth.category === category)
    .map(([place, truth]) => ({
      place,
      isCrowd: truth.isCrowd === true,
      isIgnored: truth.isIgnored === true || truth.isCrowd === true || isOutside(truth),
    }))
    .sort((a, b) => Number(a.isIgnored) - Number(b.isIgnored))
  const ranked = [...detections.entries()]
    .filter(([, detection]) => detection.category === category)
    .sort(([, a], [, b]) => b.score - a.score)
    .slice(0, maxDetections)
  if (candidates.length === 0 && ranked.length === 0) return null
  const similarities = ranked.map(([detection]) => candidates.map(({ place }) => measure(detection, place)))
  return {
    scores: ranked.map(([, { score }]) => score),
    counted: candidates.filter(({ isIgnored }) => !isIgnored).length,
    states: thresholds.map((threshold) => {
      const taken = new Set<number>()
      return ranked.map(([, detection], index) => {
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
  candidates: ReadonlyArray<{ readonly isCrowd: boolean; readonly isIgnored: boolean }>,
  taken: ReadonlySet<number>,
  threshold: number,
): number => {
  let least = Math.min(threshold, 1 - 1e-10)
  let match = -1
  for (const [index, { isCrowd, isIgnored }] of candidates.entries()) {
    if (taken.has(index) && !isCrowd) continue
    if (match > -1 && isIgnored && candidates[match]?.isIgnored === false) break
    const similarity = similarities[index] ?? 0
    if (similarity < least) continue
    least = similarity
    match = index
  }
  return match
}
