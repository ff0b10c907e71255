/** The orientation of AVIF and HEIC pictures, which is a rotation and a mirror among the properties of the file. */
import type { Orientation } from "./exif.ts"

/** By the quarter turns to the left, then without a mirror, with top and bottom exchanged, with left and right exchanged. */
const orientations: ReadonlyArray<readonly [Orientation, Orientation, Orientation]> = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
]

/** EXIF data of such files do not turn them: the properties alone do. */
export const readHeifOrientation = (head: Uint8Array): Orientation => {
  const text = Buffer.from(head).toString("latin1")
  const properties = text.indexOf("ipco")
  const end = text.indexOf("ipma", properties)
  if (properties < 0 || end < 0) return 1
  const makePropertyFinder = (box: string) => {
    const at = text.indexOf(box, properties)
    return at < 0 || at > end ? undefined : head[at + 4]
  }
  const turns = (makePropertyFinder("irot") ?? 0) & 3
  const axis = makePropertyFinder("imir")
  return orientations[turns]?.[axis === undefined ? 0 : (axis & 1) + 1] ?? 1
}
