/** Segmentations with no larger ids than a format has. */
import type { Losses } from "../carry/Losses.ts"
import type { Annotation, Bitmap } from "../model/Scene.ts"

export interface Segmented {
  readonly annotations: ReadonlyArray<Annotation>
  readonly bitmap: Bitmap
}

/**
 * Leaves out annotations without pixels and pixels without an annotation. Where an id is above `most`, all are counted from 1. Both are
 * counted as losses.
 */
export const compacted = (
  { annotations, bitmap }: Segmented,
  most: number,
  losses: Losses,
  place: string,
): Segmented => {
  const used = new Set(bitmap.ids)
  const kept = annotations.filter(({ id }) => used.has(id))
  losses.add("empty-masks", place, annotations.length - kept.length)
  const isLarge = kept.some(({ id }) => id > most || id < 1)
  if (isLarge) losses.add("ids", place, kept.length)
  const ids = new Map(kept.map(({ id }, index) => [id, isLarge ? index + 1 : id]))
  used.delete(0)
  const isSame = !isLarge && used.size === kept.length
  return {
    annotations: isLarge ? kept.map((one, index) => ({ ...one, id: index + 1 })) : kept,
    bitmap: isSame ? bitmap : { ...bitmap, ids: bitmap.ids.map((id) => ids.get(id) ?? 0) },
  }
}
