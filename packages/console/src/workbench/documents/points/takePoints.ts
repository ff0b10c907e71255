/** Gives an object the points that it has in another label. */
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import {
  type PlacedFrame,
  type TakenFrame,
  type TakenObject,
  TakeRefusal,
} from "../../editor/edits/takeObject.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { findFreeLimitedId, listAnnotations } from "../../editor/label/frames.ts"
import type { FrameIds } from "./FrameIds.ts"
import type { PointFrames } from "./PointFrames.ts"
import { apply, type Patch } from "./patch.ts"
import { mostPointId, readPointIds } from "./pointIds.ts"
import { listPointIds, readPointId } from "./targets.ts"

interface TakenPoints {
  /** The ids of the points in the other label; undefined where that has none. */
  readonly others: Uint32Array | undefined
  /** Undefined where the frame has no ids, and its file is not loaded. */
  readonly ids: FrameIds | undefined
}

/** The points of a frame, here and in the other label. Throws a `TakeRefusal` unless they are as many. */
export const readTakenPoints = (
  frames: PointFrames,
  { label }: TakenObject,
  { frame, other }: TakenFrame,
): TakenPoints => {
  const others = other === undefined ? undefined : readPointIds(label, frame)
  const ids = frames.getIds(frame)
  if (others === "unreadable" || ids === "unreadable") throw new TakeRefusal("unreadable", frame)
  if (frames.getState(frame).status === "misfit") throw new TakeRefusal("size", frame)
  if (others === undefined) return { others, ids }
  if (ids === undefined) throw new TakeRefusal("notLoaded", frame)
  if (others.length !== ids.ids.length) throw new TakeRefusal("size", frame)
  return { others, ids }
}

interface Placing {
  readonly frames: PointFrames
  readonly of: ReadonlyArray<TakenFrame>
  readonly revision: number
}

/** Gives a taken object its points in all of its frames. `emptied`: the keys of the objects that have lost all of theirs, by frame. */
export const placePoints = (
  state: EditorState,
  taken: TakenObject,
  { frames, of, revision }: Placing,
): {
  readonly placed: ReadonlyArray<PlacedFrame>
  readonly emptied: ReadonlyMap<number, ReadonlySet<string>>
} => {
  const label = getLabel(state)
  const emptied = new Map<number, ReadonlySet<string>>()
  let track: number | undefined
  const placed = of.map((one): PlacedFrame => {
    const { frame, other, own } = one
    // Read again for each frame: of those that nobody has painted, a few are kept.
    const { ids, others } = readTakenPoints(frames, taken, one)
    const used = new Set(ids?.counts.keys())
    const id =
      (own && readPointId(own)) ??
      (track === undefined || used.has(track)
        ? findFreeLimitedId(label, used, mostPointId, state.usedIds)
        : track)
    track ??= id
    if (ids === undefined) return { ...one, id, revision: undefined }
    const from = other && readPointId(other)
    const keeps = listPointIds(state, frame, state.locked)
    const patch = makeTakePatch(ids.ids, { others, from, to: id, keeps })
    apply(patch, ids.ids, ids.counts, "forth")
    ids.commit(revision, patch)
    const isEmptied = (annotation: Annotation) => {
      const point = readPointId(annotation) ?? 0
      return point !== id && used.has(point) && !ids.counts.has(point)
    }
    const keys = listAnnotations(label, frame).flatMap((annotation) =>
      isEmptied(annotation) ? [annotation.key] : [],
    )
    emptied.set(frame, new Set(keys))
    return { ...one, id, revision }
  })
  return { placed, emptied }
}

interface Taken {
  /** The ids of the points in the other label; undefined where that has none. */
  readonly others: Uint32Array | undefined
  /** The id of the object there; undefined where that lacks it. */
  readonly from: number | undefined
  /** The id of the object here. */
  readonly to: number
  /** Ids that keep their points. */
  readonly keeps: ReadonlySet<number>
}

/** The patch after which the object has those points alone. */
export const makeTakePatch = (ids: Uint32Array, { from, keeps, others, to }: Taken): Patch => {
  const points: Array<number> = []
  const after: Array<number> = []
  for (let point = 0; point < ids.length; point++) {
    const now = ids[point] ?? 0
    const isTaken = from !== undefined && others?.[point] === from
    const next = isTaken ? (keeps.has(now) ? now : to) : now === to ? 0 : now
    if (next === now) continue
    points.push(point)
    after.push(next)
  }
  return {
    points: Uint32Array.from(points),
    before: Uint32Array.from(points, (point) => ids[point] ?? 0),
    after: Uint32Array.from(after),
  }
}
