/** Ids of annotations in files that have none: readers count from 1, in the order of the files. */
import type { Losses } from "./Losses.ts"

/** Counts the annotations that get another id than their place in the files. `annotations` are those that are written, in that order. */
export const countChangedIds = (
  annotations: Iterable<{ readonly id: number }>,
  place: string,
  losses: Losses,
): void => {
  let next = 1
  for (const { id } of annotations) {
    if (id !== next) losses.add("ids", place)
    next += 1
  }
}
