/** What the panels say about points: how many each object and each category has in the shown frame, and which objects only other frames have. */
import type { Annotation } from "../../../model/document/annotation.ts"
import { annotationsIn, frameCount } from "../../../model/document/frames.ts"
import type { JsonObject } from "../../../model/json/value.ts"
import type { Counts } from "./patch.ts"
import { nearestOf, pointIdOf } from "./targets.ts"

/** The number of points by the key of the object. */
export const countsByObject = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<string, number> =>
  new Map(annotationsIn(label, frame).map((one) => [one.key, counts.get(pointIdOf(one) ?? -1) ?? 0] as const))

/** The number of points by category, of those whose objects have any. */
export const countsByCategory = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>()
  for (const one of annotationsIn(label, frame)) {
    const count = counts.get(pointIdOf(one) ?? -1) ?? 0
    if (count > 0) sums.set(one.categoryId, (sums.get(one.categoryId) ?? 0) + count)
  }
  return sums
}

/** The objects that the frame does not have and another one has, each as the nearest frame has it. */
export const objectsElsewhere = (label: JsonObject, frame: number): ReadonlyArray<Annotation> => {
  const here = new Set(annotationsIn(label, frame).map(({ key }) => key))
  const keys = new Set<string>()
  for (let at = 0; at < frameCount(label); at++)
    for (const { key } of annotationsIn(label, at)) if (!here.has(key)) keys.add(key)
  return [...keys].flatMap((key) => nearestOf(label, frame, key) ?? [])
}
