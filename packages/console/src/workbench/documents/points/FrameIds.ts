/**
 * The object of each point of a frame, with its revisions. Each revision remembers what it changed, so that the ids can be what they were
 * at any of them.
 */
import { apply, type Counts, countIds, measurePatch, type Patch } from "./patch.ts"

interface Revision {
  readonly parent: number
  readonly patch: Patch
}

export class FrameIds {
  private readonly changes = new Map<number, Revision>()
  /** The number of points by id; 0 is for points of no object. */
  readonly counts: Counts
  private at: number

  /** `root` is the revision of the ids as they are given. */
  constructor(
    readonly ids: Uint32Array,
    private root: number,
  ) {
    this.counts = countIds(ids)
    this.at = root
  }

  get revision(): number {
    return this.at
  }

  /** The bytes of all changes. */
  get bytes(): number {
    let bytes = 0
    for (const { patch } of this.changes.values()) bytes += measurePatch(patch)
    return bytes
  }

  hasRevision(revision: number): boolean {
    return revision === this.root || this.changes.has(revision)
  }

  /** Makes a change that is applied already the next revision. */
  commit(revision: number, patch: Patch): void {
    this.changes.set(revision, { parent: this.at, patch })
    this.at = revision
  }

  /** Makes the ids what they were at a revision. False, and nothing done, for one that is not known. */
  go(revision: number): boolean {
    if (!this.hasRevision(revision)) return false
    const target = this.listLine(revision)
    const onTarget = new Set(target)
    for (let { at } = this; !onTarget.has(at); ) {
      const passed = this.changes.get(at)
      if (passed === undefined) return false
      apply(passed.patch, this.ids, this.counts, "back")
      at = passed.parent
      this.at = at
    }
    for (const next of target.slice(0, target.indexOf(this.at)).toReversed()) {
      const ahead = this.changes.get(next)
      if (ahead !== undefined) apply(ahead.patch, this.ids, this.counts, "forth")
    }
    this.at = revision
    return true
  }

  /** Forgets what was undone: nothing leads there any more after another edit. */
  dropUndone(): void {
    const line = new Set(this.listLine(this.at))
    for (const stored of this.changes.keys()) if (!line.has(stored)) this.changes.delete(stored)
  }

  /** The revisions that remember a change, before the present one and after it. */
  listRevisions(): ReadonlyArray<number> {
    return [...this.changes.keys()]
  }

  /** The oldest revision before the present one; undefined when there is none that could be forgotten. */
  get oldest(): number | undefined {
    return this.listLine(this.at).at(-2)
  }

  /** Forgets how the ids were before the oldest revision, which is the first one from now on. */
  dropOldest(): void {
    const { oldest } = this
    if (oldest === undefined) return
    this.changes.delete(oldest)
    this.root = oldest
  }

  /** A revision and those before it, the newest first. */
  private listLine(revision: number): ReadonlyArray<number> {
    const line: Array<number> = [revision]
    for (
      let change = this.changes.get(revision);
      change !== undefined;
      change = this.changes.get(change.parent)
    )
      line.push(change.parent)
    return line
  }
}
