/** Compares the points of a frame with those of an earlier version of the label. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { PixelChanges } from "../bitmap/changes.ts"

/** The number of points that got an object, lost theirs, or have another one. */
export type PointChanges = PixelChanges

/** Counts what differs. Undefined where the versions have different numbers of points. */
export const pointChanges = (before: Uint32Array, now: Uint32Array): PointChanges | undefined => {
  if (before.length !== now.length) return undefined
  let [added, removed, changed] = [0, 0, 0]
  for (let point = 0; point < now.length; point++) {
    const [from, to] = [before[point] ?? 0, now[point] ?? 0]
    if (from === to) continue
    if (from === 0) added += 1
    else if (to === 0) removed += 1
    else changed += 1
  }
  return { added, removed, changed }
}

/** The colors of the points that differ, with red in the lowest byte, as the list of changes shows them. */
const words = { added: 0xff7cdb69, removed: 0xff6b6bff, changed: 0xffffffff } as const

/** Makes the points that differ stand out among colors that are written already; the others step back. */
export const markChanges = (
  { count, order }: PreparedCloud,
  before: Uint32Array,
  now: Uint32Array,
  into: Uint8Array,
): void => {
  const colors = new Uint32Array(into.buffer, into.byteOffset, count)
  for (let point = 0; point < count; point++) {
    const place = order[point] ?? 0
    const [from, to] = [before[place] ?? 0, now[place] ?? 0]
    if (from !== to) colors[point] = from === 0 ? words.added : to === 0 ? words.removed : words.changed
    // Half of each channel; the byte that shows the point stays.
    else colors[point] = (((colors[point] ?? 0) >>> 1) & 0x7f7f7f) | ((colors[point] ?? 0) & 0xff000000)
  }
}
