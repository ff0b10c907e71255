/** Segmentations with no larger ids than a format has. */
import type { Losses } from "../carry/Losses.ts"
import type { Annotation, Bitmap } from "../model/Scene.ts"
import { collectIds } from "./collectIds.ts"

export interface Segmented {
  readonly annotations: ReadonlyArray<Annotation>
  readonly bitmap: Bitmap
}

/**
 * Leaves out annotations without pixels and pixels without an annotation. Where an id is above `most`, all are counted from 1. Both are
 * counted as losses.
 */
export const compactIds = (
  { annotations, bitmap }: Segmented,
  most: number,
  losses: Losses,
  place: string,
): Segmented => {
  const used = collectIds(bitmap.ids)
  const usedAnnotations = annotations.filter(({ id }) => used.has(id))
  losses.add("empty-masks", place, annotations.length - usedAnnotations.length)
  const isLarge = usedAnnotations.some(({ id }) => id > most || id < 1)
  if (isLarge) losses.add("ids", place, usedAnnotations.length)
  const ids = new Map(usedAnnotations.map(({ id }, index) => [id, isLarge ? index + 1 : id]))
  used.delete(0)
  const isSame = !isLarge && used.size === usedAnnotations.length
  return {
    annotations: isLarge ? usedAnnotations.map((one, index) => ({ ...one, id: index + 1 })) : usedAnnotations,
    bitmap: isSame ? bitmap : { ...bitmap, ids: bitmap.ids.map((id) => ids.get(id) ?? 0) },
  }
}
