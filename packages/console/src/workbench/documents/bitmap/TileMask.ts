/**
 * The bitmap of a label: an id for each pixel, 0 where nothing is labeled. It is kept in square tiles, and a tile of
 * one id as that id, so that an empty image of any size costs next to nothing.
 */
import type { Tile } from "./runs.ts"
import { isRuns, packRuns, type Runs, unpackRuns } from "./runs.ts"

/** The length of a tile's side in pixels. */
export const tileSize = 256
const shift = 8
const inTile = tileSize - 1
export const tileArea = tileSize * tileSize

/** The largest id that three bytes of a pixel hold. */
export const mostId = 0xffffff

/** Tiles as they are stored in a draft, by their index; those that are absent are empty. */
export interface PackedMask {
  readonly width: number
  readonly height: number
  readonly tiles: ReadonlyArray<readonly [index: number, content: Runs | number]>
}

export class TileMask {
  readonly columns: number
  readonly rows: number
  private readonly tiles: Array<Tile>

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.columns = Math.ceil(width / tileSize)
    this.rows = Math.ceil(height / tileSize)
    this.tiles = new Array<Tile>(this.columns * this.rows).fill(0)
  }

  /** The number of tiles. */
  get count(): number {
    return this.tiles.length
  }

  /** The indices of all tiles. */
  listIndices(): ReadonlyArray<number> {
    return [...this.tiles.keys()]
  }

  getTile(index: number): Tile {
    return this.tiles[index] ?? 0
  }

  replace(index: number, tile: Tile): void {
    this.tiles[index] = tile
  }

  /** The pixels of a tile, to be changed in place. */
  getPixels(index: number): Uint32Array {
    const tile = this.getTile(index)
    if (typeof tile !== "number") return tile
    const pixels = new Uint32Array(tileArea).fill(tile)
    this.tiles[index] = pixels
    return pixels
  }

  /** The id of a pixel; 0 outside of the image. */
  get(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return 0
    const tile = this.tiles[(y >> shift) * this.columns + (x >> shift)] ?? 0
    return typeof tile === "number" ? tile : (tile[((y & inTile) << shift) | (x & inTile)] ?? 0)
  }

  /** Gives each id another one, everywhere. */
  mapIds(map: (id: number) => number): void {
    for (const [index, tile] of this.tiles.entries())
      this.tiles[index] = typeof tile === "number" ? map(tile) : tile.map(map)
  }

  /** The upper left pixel of a tile, and how much of the tile lies within the image. */
  getPlace(index: number): {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  } {
    const x = (index % this.columns) << shift
    const y = Math.floor(index / this.columns) << shift
    return { x, y, width: Math.min(tileSize, this.width - x), height: Math.min(tileSize, this.height - y) }
  }

  /** Stores a tile of one id as that id again, where a change has made it so. */
  compactTile(index: number): void {
    const tile = this.getTile(index)
    const [first = 0] = typeof tile === "number" ? [] : tile
    if (typeof tile !== "number" && tile.every((id) => id === first)) this.tiles[index] = first
  }
}

/** The mask as a draft stores it. */
export const packMask = (mask: TileMask, pack: (index: number, tile: Uint32Array) => Runs): PackedMask => {
  const tiles: Array<readonly [number, Runs | number]> = []
  for (let index = 0; index < mask.count; index++) {
    const tile = mask.getTile(index)
    if (tile !== 0) tiles.push([index, typeof tile === "number" ? tile : pack(index, tile)])
  }
  return { width: mask.width, height: mask.height, tiles }
}

/** Packs each tile anew. */
export const packTile = (_: number, tile: Uint32Array): Runs => packRuns(0, tile)

/** The tiles of a mask that was packed, but for the empty ones. */
export const listTiles = ({ tiles }: PackedMask): ReadonlyArray<readonly [index: number, tile: Tile]> =>
  tiles.map(([index, content]) => [index, isRuns(content) ? unpackRuns(content, tileArea) : content])

/** The mask that was packed. */
export const unpack = (packedMask: PackedMask): TileMask => {
  const mask = new TileMask(packedMask.width, packedMask.height)
  for (const [index, tile] of listTiles(packedMask)) mask.replace(index, tile)
  return mask
}
