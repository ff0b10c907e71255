/** Counts what the panels say about points: how many each object and each category has in the shown frame, and which objects only other frames have. */
import type { Annotation } from "../../../model/document/annotation.ts"
import { countFrames, listAnnotations } from "../../../model/document/frames.ts"
import type { JsonObject } from "../../../model/json/value.ts"
import type { Counts } from "./patch.ts"
import { findNearestPointObject, readPointId } from "./targets.ts"

/** The number of points by the key of the object. */
export const countByObject = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<string, number> =>
  new Map(
    listAnnotations(label, frame).map((one) => [one.key, counts.get(readPointId(one) ?? -1) ?? 0] as const),
  )

/** The number of points by category, of those whose objects have any. */
export const countByCategory = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>()
  for (const annotation of listAnnotations(label, frame)) {
    const count = counts.get(readPointId(annotation) ?? -1) ?? 0
    if (count > 0) sums.set(annotation.categoryId, (sums.get(annotation.categoryId) ?? 0) + count)
  }
  return sums
}

/** The objects that the frame does not have and another one has, each as the nearest frame has it. */
export const listObjectsElsewhere = (label: JsonObject, frame: number): ReadonlyArray<Annotation> => {
  const here = new Set(listAnnotations(label, frame).map(({ key }) => key))
  const keys = new Set<string>()
  for (let at = 0; at < countFrames(label); at++)
    for (const { key } of listAnnotations(label, at)) if (!here.has(key)) keys.add(key)
  return [...keys].flatMap((key) => findNearestPointObject(label, frame, key) ?? [])
}
