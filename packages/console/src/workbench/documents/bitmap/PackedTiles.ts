/** The tiles of a mask in runs: all of them while nobody looks at it, and each as drafts store it. */
import type { Runs, Tile } from "./runs.ts"
import { listTiles, type PackedMask, packMask, packTile, TileMask, unpack } from "./TileMask.ts"

export class PackedTiles {
  private resting: PackedMask | undefined
  /** Tiles as drafts store them, until they change. */
  private readonly packs = new Map<number, Runs>()

  /** `before`: the tiles from before the stroke that is going on. It belongs to no revision yet. */
  constructor(private readonly before: () => ReadonlyMap<number, Tile> | undefined) {}

  get isResting(): boolean {
    return this.resting !== undefined
  }

  /** Forgets a mask in favor of another one. */
  forget(): void {
    this.resting = undefined
    this.packs.clear()
  }

  /** Forgets the packs of tiles that have changed. */
  drop(tiles: Iterable<number>): void {
    for (const index of tiles) this.packs.delete(index)
  }

  /** Keeps the tiles in runs until the mask is used again: a sequence may have many frames that nobody looks at. */
  rest(mask: TileMask | undefined): void {
    if (mask === undefined || this.resting !== undefined) return
    this.resting = this.pack(mask)
    for (const index of mask.listIndices()) mask.replace(index, 0)
  }

  /** Makes the tiles of a mask that was not looked at. */
  restore(mask: TileMask | undefined): void {
    const { resting } = this
    this.resting = undefined
    if (mask === undefined || resting === undefined) return
    for (const [index, tile] of listTiles(resting)) mask.replace(index, tile)
  }

  /** The mask in runs, without the stroke that is going on. */
  pack(mask: TileMask): PackedMask {
    return this.resting ?? packMask(mask, (index, tile) => this.packTile(index, tile))
  }

  /** The mask without the stroke that is going on. It shares the tiles of the mask; those of a resting one are made for it. */
  release(mask: TileMask): TileMask {
    if (this.resting !== undefined) return unpack(this.resting)
    const before = this.before()
    if (before === undefined) return mask
    const released = new TileMask(mask.width, mask.height)
    for (const index of mask.listIndices()) released.replace(index, before.get(index) ?? mask.getTile(index))
    return released
  }

  private packTile(index: number, tile: Uint32Array): Runs {
    const before = this.before()?.get(index)
    if (before !== undefined)
      return packTile(index, typeof before === "number" ? tile.map(() => before) : before)
    const pack = this.packs.get(index) ?? packTile(index, tile)
    this.packs.set(index, pack)
    return pack
  }
}
