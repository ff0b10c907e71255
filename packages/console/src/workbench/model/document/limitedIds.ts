/** Ids of objects that the pixels of a bitmap or the points of a cloud name: whole numbers up to a limit. */
import { type Json, type JsonObject, toNumber } from "../json/value.ts"
import { countFrames, listAnnotations } from "./frames.ts"
import type { UsedIds } from "./UsedIds.ts"

/** The number of an id; undefined for one that nothing can name. */
export const readLimitedId = (id: Json | undefined, most: number): number | undefined => {
  const value = toNumber(id)
  return Number.isInteger(value) && value > 0 && value <= most ? value : undefined
}

/**
 * The least id above those of a label, of what else is used, and of objects that were there before; below them where none is left above.
 * One that an object had before is given again only where there is no other.
 */
export const findFreeLimitedId = (
  label: JsonObject,
  others: Iterable<number>,
  most: number,
  usedIds?: UsedIds,
): number => {
  const used = new Set(others)
  for (let frame = 0; frame < countFrames(label); frame++)
    for (const { id, trackId } of listAnnotations(label, frame))
      for (const usedId of [id, trackId]) {
        const number = readLimitedId(usedId, most)
        if (number !== undefined) used.add(number)
      }
  const numbers = [...(usedIds?.listNumbers() ?? [])].filter((id) => readLimitedId(id, most) !== undefined)
  const before = new Set(numbers)
  let highest = 0
  for (const ids of [used, before]) for (const id of ids) highest = Math.max(highest, id)
  if (highest < most) return highest + 1
  for (let free = 1; free <= most; free++) if (!used.has(free) && !before.has(free)) return free
  let free = 1
  while (used.has(free)) free++
  return free
}
