/**
 * The bitmap on the screen is cut into blocks, each a canvas: a stroke sends the blocks that it touches to the screen,
 * not twelve megapixels, and a canvas larger than browsers make is never needed.
 */
import type { Size } from "../../geometry/viewport.ts"
import type { Area } from "./shade.ts"
import { tileSize } from "./TileMask.ts"

/** The length of a block's side in pixels. */
const blockSize = 4 * tileSize

/** The blocks of a bitmap, row by row. */
export const listBlocks = ({ height, width }: Size): ReadonlyArray<Area> => {
  const blocks: Array<Area> = []
  for (let y = 0; y < height; y += blockSize)
    for (let x = 0; x < width; x += blockSize)
      blocks.push({ x, y, width: Math.min(blockSize, width - x), height: Math.min(blockSize, height - y) })
  return blocks
}

/** Whether two rectangles have a pixel in common. */
export const hasOverlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
