/** Draws a mask: areas in the color of their category, their outlines in full, and what is selected stronger. */
import type { Tile } from "./runs.ts"
import type { TileMask } from "./TileMask.ts"

/** Colors by id, each as the bytes of a pixel without its opacity. */
export interface Shading {
  readonly colors: ReadonlyMap<number, number>
  readonly selected: ReadonlySet<number>
  readonly hidden: ReadonlySet<number>
}

/** A rectangle of pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The color of ids that no object of the label has. */
const unknown = 0xa0a0a0
const opacity = { area: 150, selected: 220, outline: 255 } as const

/** The pixels of a part of the mask, as `ImageData` takes them. */
export const shadeTile = (
  mask: TileMask,
  { height, width, x, y }: Area,
  shading: Shading,
): Uint8ClampedArray<ArrayBuffer> => {
  const words = new Uint32Array(width * height)
  let [id, fill, outline] = [0, 0, 0]
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const here = mask.get(x + column, y + row)
      if (here === 0) continue
      if (here !== id) [id, fill, outline] = [here, ...computeColors(here, shading)]
      if (fill === 0) continue
      const isEdge =
        mask.get(x + column + 1, y + row) !== here ||
        mask.get(x + column - 1, y + row) !== here ||
        mask.get(x + column, y + row + 1) !== here ||
        mask.get(x + column, y + row - 1) !== here
      words[row * width + column] = isEdge ? outline : fill
    }
  return new Uint8ClampedArray(words.buffer)
}

/** The pixel within the area of an id, and that of its outline. Bytes of a word are in the order of the machine: little-endian. */
const computeColors = (id: number, { colors, hidden, selected }: Shading): readonly [number, number] => {
  if (hidden.has(id)) return [0, 0]
  const color = colors.get(id) ?? unknown
  const isSelected = selected.has(id)
  const strength = isSelected ? opacity.selected : opacity.area
  return [((strength << 24) | color) >>> 0, ((opacity.outline << 24) | (isSelected ? 0xffffff : color)) >>> 0]
}

/** The smallest rectangle around some ids; undefined when no pixel has one. */
export const computeArea = (mask: TileMask, ids: ReadonlySet<number>): Area | undefined => {
  let [left, top, right, bottom] = [mask.width, mask.height, -1, -1]
  for (let index = 0; index < mask.count; index++) {
    const tile = mask.getTile(index)
    if (typeof tile === "number" ? !ids.has(tile) : !tile.some((id) => ids.has(id))) continue
    const { height, width, x, y } = mask.getPlace(index)
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        if (!ids.has(mask.get(column, row))) continue
        left = Math.min(left, column)
        right = Math.max(right, column)
        top = Math.min(top, row)
        bottom = Math.max(bottom, row)
      }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** The tiles of a bitmap that look different in two shadings. */
export const listDifferentTiles = (
  mask: TileMask,
  before: Shading,
  after: Shading,
): ReadonlyArray<number> => {
  const changed = findChangedIds(before, after)
  const tiles: Array<number> = []
  for (let index = 0; index < mask.count; index++) if (hasAny(mask.getTile(index), changed)) tiles.push(index)
  return tiles
}

/** The ids that look different in two shadings. */
const findChangedIds = (before: Shading, after: Shading): ReadonlySet<number> => {
  const changed = new Set<number>()
  for (const [id, color] of after.colors) if (before.colors.get(id) !== color) changed.add(id)
  for (const id of before.colors.keys()) if (!after.colors.has(id)) changed.add(id)
  for (const name of ["selected", "hidden"] as const)
    for (const id of [...before[name], ...after[name]])
      if (before[name].has(id) !== after[name].has(id)) changed.add(id)
  return changed
}

const hasAny = (tile: Tile, ids: ReadonlySet<number>): boolean =>
  typeof tile === "number" ? ids.has(tile) : tile.some((id) => ids.has(id))
