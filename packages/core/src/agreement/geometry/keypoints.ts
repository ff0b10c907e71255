/** Object keypoint similarity, as COCO defines it. */
import type { Joint } from "../../domain/exactShape/ExactShape.ts"

/** The deviation of a joint without a `sigma` in the configuration. COCO's are between 0.025 (eyes) and 0.107 (hips). */
export const defaultSigma = 0.05

/** COCO adds the distance between two numbers at 1 to the area, so that no division by zero is possible. */
const least = Number.EPSILON

/**
 * The mean of exp(−d² / (2 · area · (2σ)²)) over the joints of `truth` that are labeled, with d the distance to the joint of the same name in
 * `other`. A joint that `other` does not place counts 0, and so does everything when `truth` has no labeled joint.
 */
export const computeOks = (
  truth: ReadonlyArray<Joint>,
  other: ReadonlyArray<Joint>,
  area: number,
  getSigma: (name: string) => number = () => defaultSigma,
): number => {
  const places = new Map(other.map((joint) => [joint.name, joint]))
  let [sum, count] = [0, 0]
  for (const { name, visibility, x, y } of truth) {
    if (visibility === 0 || x === null || y === null) continue
    count += 1
    const place = places.get(name)
    if (place === undefined || place.x === null || place.y === null) continue
    const squared = (place.x - x) ** 2 + (place.y - y) ** 2
    const variance = (2 * getSigma(name)) ** 2
    // Without a deviation, only the same place is similar; 0 / 0 would be NaN.
    sum += squared === 0 ? 1 : Math.exp(-squared / variance / (area + least) / 2)
  }
  return count === 0 ? 0 : sum / count
}
