/**
 * The object of each point of a frame, with its revisions. Each revision remembers what it changed, so that the ids can be what they were
 * at any of them.
 */
import { apply, bytesOf, type Counts, countsOf, type Patch } from "./patch.ts"

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
    this.counts = countsOf(ids)
    this.at = root
  }

  get revision(): number {
    return this.at
  }

  /** The bytes of all changes. */
  get bytes(): number {
    let bytes = 0
    for (const { patch } of this.changes.values()) bytes += bytesOf(patch)
    return bytes
  }

  knows(revision: number): boolean {
    return revision === this.root || this.changes.has(revision)
  }

  /** Makes a change that is applied already the next revision. */
  commit(revision: number, patch: Patch): void {
    this.changes.set(revision, { parent: this.at, patch })
    this.at = revision
  }

  /** Makes the ids what they were at a revision. False, and nothing done, for one that is not known. */
  go(revision: number): boolean {
    if (!this.knows(revision)) return false
    const target = this.lineOf(revision)
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
    const line = new Set(this.lineOf(this.at))
    for (const known of this.changes.keys()) if (!line.has(known)) this.changes.delete(known)
  }

  /** The revisions that remember a change, before the present one and after it. */
  revisions(): ReadonlyArray<number> {
    return [...this.changes.keys()]
  }

  /** The oldest revision before the present one; undefined when there is none that could be forgotten. */
  get oldest(): number | undefined {
    return this.lineOf(this.at).at(-2)
  }

  /** Forgets how the ids were before the oldest revision, which is the first one from now on. */
  dropOldest(): void {
    const { oldest } = this
    if (oldest === undefined) return
    this.changes.delete(oldest)
    this.root = oldest
  }

  /** A revision and those before it, the newest first. */
  private lineOf(revision: number): ReadonlyArray<number> {
    const line: Array<number> = [revision]
    for (let found = this.changes.get(revision); found !== undefined; found = this.changes.get(found.parent))
      line.push(found.parent)
    return line
  }
}
