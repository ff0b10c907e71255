/** The ids of the frames of a label, read when they are wanted. Frames that nobody has painted give way to others. */
import type { JsonObject } from "../../editor/json/value.ts"
import { listPointFrames, readPointRevision } from "../../editor/label/pointLabel.ts"
import { FrameIds } from "./FrameIds.ts"
import { type PackedFrame, readPointIds, unpackIds } from "./pointIds.ts"

/** The revision of ids that are as they were read. */
export const asRead = 0

/** So many frames that nobody has painted are kept. */
const mostUnpainted = 6

export type PointState =
  /** Nothing can be shown yet: the file is not loaded. */
  | { readonly status: "waiting" }
  | { readonly status: "ready"; readonly frame: FrameIds }
  /** The label has another number of ids than the file has points. */
  | { readonly status: "misfit"; readonly ids: number; readonly points: number }
  /** One of the ids is no whole number, or too high. */
  | { readonly status: "unreadable" }

export class PointFrames {
  private readonly known = new Map<number, FrameIds>()
  /** Frames whose ids were read in vain. Nothing changes them. */
  private readonly unreadable = new Set<number>()
  /** The points of the files that were loaded. */
  private readonly points = new Map<number, number>()

  constructor(
    private readonly label: () => JsonObject,
    drafts: ReadonlyArray<PackedFrame>,
  ) {
    for (const { frame, ids, revision } of drafts)
      this.known.set(frame, new FrameIds(unpackIds(ids), revision))
  }

  /** Sets the number of points in the file of a frame. False when that was known. */
  setPoints(frame: number, points: number): boolean {
    if (this.points.get(frame) === points) return false
    this.points.set(frame, points)
    return true
  }

  getState(frame: number): PointState {
    const ids = this.getIds(frame)
    const points = this.points.get(frame)
    if (ids === "unreadable") return { status: "unreadable" }
    if (ids === undefined || points === undefined) return { status: "waiting" }
    if (ids.ids.length !== points) return { status: "misfit", ids: ids.ids.length, points }
    return { status: "ready", frame: ids }
  }

  /** The ids of a frame, whether its file is loaded or not. Undefined where it has none, and nobody knows how many points there are. */
  getIds(frame: number): FrameIds | "unreadable" | undefined {
    const knownIds = this.known.get(frame)
    if (knownIds !== undefined) {
      this.known.delete(frame)
      this.known.set(frame, knownIds)
      return knownIds
    }
    const points = this.points.get(frame)
    const read = this.unreadable.has(frame) ? "unreadable" : readPointIds(this.label(), frame)
    if (read === "unreadable") {
      this.unreadable.add(frame)
      return read
    }
    const ids = read ?? (points === undefined ? undefined : new Uint32Array(points))
    if (ids === undefined) return undefined
    const made = new FrameIds(ids, asRead)
    this.known.set(frame, made)
    this.dropOldest()
    return made
  }

  /** The bytes of all changes that can be undone or redone. */
  get bytes(): number {
    return [...this.known.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Makes the ids those that a label names. */
  follow(label: JsonObject): void {
    for (const [frame, ids] of this.known) {
      const revision = readPointRevision(label, frame) ?? asRead
      if (revision !== ids.revision) ids.go(revision)
    }
  }

  dropUndone(): void {
    for (const ids of this.known.values()) ids.dropUndone()
  }

  /** Forgets the oldest changes until the rest takes at most so many bytes. The newest one stays. False when nothing was forgotten. */
  limit(most: number): boolean {
    let isShorter = false
    while (this.bytes > most) {
      // One edit may have changed several frames: its revision is the same in all of them.
      const revisions = new Set([...this.known.values()].flatMap((ids) => ids.listRevisions()))
      if (revisions.size < 2) break
      const oldest = Math.min(...revisions)
      for (const ids of this.known.values()) if (ids.oldest === oldest) ids.dropOldest()
      isShorter = true
    }
    return isShorter
  }

  /** Whether the ids can still be what a state of the label says. */
  isReached(label: JsonObject): boolean {
    return (
      listPointFrames(label).every((frame) => this.known.has(frame)) &&
      [...this.known].every(([frame, ids]) => ids.hasRevision(readPointRevision(label, frame) ?? asRead))
    )
  }

  private dropOldest(): void {
    const unpainted = [...this.known].filter(([, ids]) => ids.revision === asRead && ids.bytes === 0)
    for (const [frame] of unpainted.slice(0, -mostUnpainted)) this.known.delete(frame)
  }
}
