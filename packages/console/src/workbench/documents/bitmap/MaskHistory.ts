/**
 * The revisions of a mask. Each remembers how its tiles differ from those of the revision before, in runs: a stroke
 * costs as much as its outline is long, whatever the size of the image.
 */
import type { MaskEdit } from "./MaskEdit.ts"
import type { Tile } from "./runs.ts"
import { applyRuns, isUnchanged, packRuns, type Runs } from "./runs.ts"
import { type TileMask, tileArea } from "./TileMask.ts"

interface Revision {
  readonly parent: number | undefined
  readonly changes: ReadonlyArray<readonly [index: number, runs: Runs]>
}

export class MaskHistory {
  private readonly revisions: Map<number, Revision>
  /** The number of pixels of each id. */
  readonly areas = new Map<number, number>()

  constructor(
    readonly mask: TileMask,
    private at = 0,
  ) {
    this.revisions = new Map([[at, { parent: undefined, changes: [] }]])
    for (let index = 0; index < mask.count; index++) this.count(index, mask.getTile(index), 1)
    this.areas.delete(0)
  }

  get revision(): number {
    return this.at
  }

  /** The bytes of all differences. */
  get bytes(): number {
    let bytes = 0
    for (const { changes } of this.revisions.values())
      for (const [, runs] of changes) bytes += runs.byteLength
    return bytes
  }

  /** Makes an edit the next revision. What was undone before cannot be redone any more. */
  commit(edit: MaskEdit, revision: number): void {
    const changes: Array<readonly [number, Runs]> = []
    for (const [index, before] of edit.before) {
      const runs = packRuns(before, this.mask.getPixels(index))
      if (!isUnchanged(runs)) changes.push([index, runs])
      this.count(index, before, -1)
      this.count(index, this.mask.getTile(index), 1)
      this.mask.compactTile(index)
    }
    this.areas.delete(0)
    const line = new Set(this.listLine(this.at))
    for (const storedRevision of this.revisions.keys())
      if (!line.has(storedRevision)) this.revisions.delete(storedRevision)
    this.revisions.set(revision, { parent: this.at, changes })
    this.at = revision
  }

  /** Makes the mask what it was at a revision, and returns the tiles that changed. False for one that is not known. */
  go(revision: number): ReadonlySet<number> | false {
    if (!this.revisions.has(revision)) return false
    const changed = new Set<number>()
    const target = this.listLine(revision)
    const onTarget = new Set(target)
    for (const passed of this.listLine(this.at)) {
      if (onTarget.has(passed)) break
      this.apply(passed, changed)
    }
    const common = this.listLine(this.at).find((one) => onTarget.has(one))
    const ahead = target.slice(0, common === undefined ? target.length : target.indexOf(common))
    for (const next of ahead.toReversed()) this.apply(next, changed)
    this.at = revision
    for (const index of changed) this.mask.compactTile(index)
    return changed
  }

  /** A revision and those before it, the newest first. */
  private listLine(revision: number): ReadonlyArray<number> {
    const line: Array<number> = []
    for (let at: number | undefined = revision; at !== undefined; at = this.revisions.get(at)?.parent)
      line.push(at)
    return line
  }

  private apply(revision: number, changed: Set<number>): void {
    for (const [index, runs] of this.revisions.get(revision)?.changes ?? []) {
      this.count(index, this.mask.getTile(index), -1)
      applyRuns(this.mask.getPixels(index), runs)
      this.count(index, this.mask.getTile(index), 1)
      changed.add(index)
    }
    this.areas.delete(0)
  }

  private count(index: number, tile: Tile, sign: 1 | -1): void {
    const { height, width } = this.mask.getPlace(index)
    if (typeof tile === "number") {
      this.add(tile, sign * width * height)
      return
    }
    const side = Math.sqrt(tileArea)
    for (let row = 0; row < height; row++) {
      let start = row * side
      const end = start + width
      for (let at = start + 1; at <= end; at++) {
        if (at < end && tile[at] === tile[start]) continue
        this.add(tile[start] ?? 0, sign * (at - start))
        start = at
      }
    }
  }

  private add(id: number, pixels: number): void {
    const area = (this.areas.get(id) ?? 0) + pixels
    if (area === 0) this.areas.delete(id)
    else this.areas.set(id, area)
  }
}
