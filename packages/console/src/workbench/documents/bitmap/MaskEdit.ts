/** An edit of a mask that is going on: it remembers the tiles as they were before. */
import type { Point, Points } from "../../geometry/point.ts"
import type { Tile } from "./runs.ts"
import {
  computeBrushCenter,
  type OnSpan,
  visitFloodSpans,
  visitPolygonSpans,
  visitStrokeSpans,
} from "./spans.ts"
import { type TileMask, tileSize } from "./TileMask.ts"

/** The id that is painted, and the ids that it is painted over. */
export interface Paint {
  /** 0 erases. */
  readonly id: number
  /** The only id that is painted over; undefined for all. */
  readonly only?: number | undefined
  /** Ids that stay, such as those of locked objects. */
  readonly keeps: ReadonlySet<number>
}

export class MaskEdit {
  /** The touched tiles as they were. */
  readonly before = new Map<number, Tile>()
  /** Tiles that were changed since they were last drawn. */
  private dirty = new Set<number>()

  constructor(readonly mask: TileMask) {}

  /** Paints along a line with a round brush that is `width` pixels wide. */
  paintStroke(from: Point, to: Point, width: number, paint: Paint): void {
    visitStrokeSpans(
      computeBrushCenter(from, width),
      computeBrushCenter(to, width),
      width / 2,
      this.mask,
      this.makePainter(paint),
    )
  }

  paintPolygon(points: Points, paint: Paint): void {
    visitPolygonSpans(points, this.mask, this.makePainter(paint))
  }

  /** Fills the area of one id around a point. */
  fill(at: Point, paint: Paint): void {
    const [x, y] = [Math.floor(at[0]), Math.floor(at[1])]
    // Pixels with the color of the fill would be passed again and again.
    if (!isPainted(this.mask.get(x, y), paint)) return
    visitFloodSpans(this.mask, x, y, this.makePainter(paint))
  }

  /** Gives all pixels of some ids another one; 0 deletes them. */
  changeIds(ids: ReadonlySet<number>, to: number): void {
    for (let index = 0; index < this.mask.count; index++) {
      const tile = this.mask.getTile(index)
      if (typeof tile === "number" ? !ids.has(tile) : !tile.some((id) => ids.has(id))) continue
      const pixels = this.touch(index)
      for (let at = 0; at < pixels.length; at++) if (ids.has(pixels[at] ?? 0)) pixels[at] = to
    }
  }

  /** Paints pixels of another mask at their places, with other ids. What lies outside of this mask is left out. */
  pasteMask(source: TileMask, ids: ReadonlyMap<number, number>, over: Omit<Paint, "id">): void {
    const { mask } = this
    for (let index = 0; index < source.count; index++) {
      const tile = source.getTile(index)
      if (typeof tile === "number" ? !ids.has(tile) : !tile.some((id) => ids.has(id))) continue
      const [column, row] = [index % source.columns, Math.floor(index / source.columns)]
      if (column >= mask.columns || row >= mask.rows) continue
      const target = row * mask.columns + column
      const [from, to] = [source.getPlace(index), mask.getPlace(target)]
      const pixels = this.touch(target)
      for (let y = 0; y < Math.min(from.height, to.height); y++)
        for (let x = 0; x < Math.min(from.width, to.width); x++) {
          const at = y * tileSize + x
          const id = ids.get(typeof tile === "number" ? tile : (tile[at] ?? 0))
          if (id !== undefined && isPainted(pixels[at] ?? 0, { ...over, id })) pixels[at] = id
        }
    }
  }

  /** Takes back all that the edit did. */
  revert(): void {
    for (const [index, tile] of this.before) {
      this.mask.replace(index, tile)
      this.dirty.add(index)
    }
    this.before.clear()
  }

  /** The tiles that changed since the last call. */
  takeDirty(): ReadonlySet<number> {
    const { dirty } = this
    this.dirty = new Set()
    return dirty
  }

  private makePainter(paint: Paint): OnSpan {
    const { columns, height, width } = this.mask
    return (y, from, to) => {
      if (y < 0 || y >= height) return
      const end = Math.min(to, width)
      for (let x = Math.max(from, 0); x < end; ) {
        const index = Math.floor(y / tileSize) * columns + Math.floor(x / tileSize)
        const next = Math.min(end, (Math.floor(x / tileSize) + 1) * tileSize)
        const tile = this.mask.getTile(index)
        if (typeof tile !== "number" || isPainted(tile, paint)) this.paintRun(index, [y, x, next], paint)
        x = next
      }
    }
  }

  private paintRun(index: number, [y, from, to]: readonly [number, number, number], paint: Paint): void {
    const pixels = this.touch(index)
    const row = (y % tileSize) * tileSize
    const all = paint.only === undefined && paint.keeps.size === 0
    const [start, end] = [row + (from % tileSize), row + (from % tileSize) + (to - from)]
    if (all) pixels.fill(paint.id, start, end)
    else for (let at = start; at < end; at++) if (isPainted(pixels[at] ?? 0, paint)) pixels[at] = paint.id
  }

  private touch(index: number): Uint32Array {
    if (!this.before.has(index)) {
      const tile = this.mask.getTile(index)
      this.before.set(index, typeof tile === "number" ? tile : tile.slice())
    }
    this.dirty.add(index)
    return this.mask.getPixels(index)
  }
}

/** Whether a pixel of an id is changed. */
const isPainted = (old: number, { id, keeps, only }: Paint): boolean =>
  old !== id && (only === undefined || old === only) && !keeps.has(old)
