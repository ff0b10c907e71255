/** Finds what differs between two versions of a bitmap: counted, and drawn in separate colors. */
import { type Area, type Shading, shadeTile } from "./shade.ts"
import { type TileMask, tileSize } from "./TileMask.ts"

/** The numbers of pixels that an object has now and had not, had and has no more, and that are of another object. */
export interface PixelChanges {
  readonly added: number
  readonly removed: number
  readonly changed: number
}

/** Counts the pixels that differ. The bitmaps must be of one size. */
export const findChanges = (before: TileMask, after: TileMask): PixelChanges => {
  let [added, removed, changed] = [0, 0, 0]
  for (let index = 0; index < after.count; index++) {
    const [was, is] = [before.getTile(index), after.getTile(index)]
    if (was === is) continue
    const { height, width } = after.getPlace(index)
    for (let row = 0; row < height; row++)
      for (let at = row * tileSize; at < row * tileSize + width; at++) {
        const [from, to] = [typeof was === "number" ? was : was[at], typeof is === "number" ? is : is[at]]
        if (from === to) continue
        if (from === 0) added += 1
        else if (to === 0) removed += 1
        else changed += 1
      }
  }
  return { added, removed, changed }
}

/** Bytes of a word are in the order of the machine: little-endian. The colors are those of changed shapes. */
const words = { added: 0xe67cdb69, removed: 0xe66b6bff, changed: 0xe6ffffff } as const
/** The opacity of unchanged pixels is divided by this. */
const faint = 3

/** The pixels of a part of the mask, as `ImageData` takes them: what differs from the earlier bitmap stands out. */
export const findShadedChanges = (
  before: TileMask,
  mask: TileMask,
  area: Area,
  shading: Shading,
): Uint8ClampedArray<ArrayBuffer> => {
  const bytes = shadeTile(mask, area, shading)
  const pixels = new Uint32Array(bytes.buffer)
  let at = 0
  for (let y = area.y; y < area.y + area.height; y++)
    for (let x = area.x; x < area.x + area.width; x++, at++) {
      const [was, is] = [before.get(x, y), mask.get(x, y)]
      if (was !== is) pixels[at] = was === 0 ? words.added : is === 0 ? words.removed : words.changed
      else if (is !== 0) bytes[at * 4 + 3] = (bytes[at * 4 + 3] ?? 0) / faint
    }
  return bytes
}
