/**
 * The points of an open label. It paints what the tools cover, and keeps the ids at the revisions that the label names, so that undo and
 * redo of the label are those of the points too.
 */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel, isHidden } from "../../editor/EditorState.ts"
import { listEditable } from "../../editor/edits/edit.ts"
import { type PointsRelabeled, paintPoints, relabelPoints } from "../../editor/edits/pointEdits.ts"
import { listTakenFrames, placeTaken, type TakenObject } from "../../editor/edits/takeObject.ts"
import { dropStep } from "../../editor/History.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import { countFrames, findAnnotation, listAnnotations } from "../../editor/label/frames.ts"
import { removeObjectsIn } from "../../editor/label/objects.ts"
import { listPointFrames, readPointRevision, withPointRevision } from "../../editor/label/pointLabel.ts"
import { Observed } from "../../editor/Store.ts"
import type { Surface } from "../Surface.ts"
import { asRead, PointFrames, type PointState } from "./PointFrames.ts"
import { apply, joinPatches, makePatch, type Patch } from "./patch.ts"
import { type PackedFrame, packIds, withPointIds } from "./pointIds.ts"
import { placePoints, readTakenPoints } from "./takePoints.ts"
import { findNextTarget, findTarget, listPointIds, type Target } from "./targets.ts"

/** Bytes of all changes that can be undone. */
const historyLimit = 64 * 1024 * 1024

/** An id that no point has. */
const noId = -1

/** Frames for which `from <= frame <= to`. */
interface FrameRange {
  readonly from: number
  readonly to: number
}

const everywhere: FrameRange = { from: 0, to: Number.POSITIVE_INFINITY }

interface Stroke {
  readonly frame: number
  /** The object that is painted; undefined erases. */
  readonly target: Target | undefined
  readonly patches: Array<Patch>
}

/** Its value is a number that is another one after each change of the ids. */
export class PointDocument extends Observed<number> implements Surface {
  private readonly frames: PointFrames
  private readonly stopEditor: () => void
  private label: JsonObject
  private lastRevision: number
  private stroke: Stroke | undefined
  /** Drafts have this of each painted frame: to pack all of them after each stroke would stop the page. */
  private readonly packed = new Map<number, PackedFrame>()

  /** `drafts`: the ids of the frames that the label says were painted. */
  constructor(
    readonly editor: Editor,
    drafts: ReadonlyArray<PackedFrame> = [],
    private readonly limit = historyLimit,
  ) {
    super(0)
    this.frames = new PointFrames(() => getLabel(editor.state), drafts)
    this.lastRevision = Math.max(0, ...drafts.map(({ revision }) => revision))
    this.label = getLabel(editor.state)
    this.stopEditor = editor.subscribe(() => this.follow())
    editor.surface = this
  }

  getState(frame: number): PointState {
    return this.frames.getState(frame)
  }

  /** Sets the number of points in the file of a frame. */
  setPoints(frame: number, points: number): void {
    if (this.frames.setPoints(frame, points)) this.notify()
  }

  /** Begins to paint in the shown frame: the chosen object, or none. Undefined where nothing can be painted. */
  begin(erases: boolean): { readonly id: number; readonly only: number | undefined } | undefined {
    const { setting, state } = this.editor
    const pointState = this.getState(state.frame)
    if (state.readOnly || pointState.status !== "ready" || this.stroke !== undefined) return undefined
    const target = erases ? undefined : findNextTarget(state, setting, pointState.frame.counts.keys())
    this.stroke = { frame: state.frame, target, patches: [] }
    return { id: target?.id ?? 0, only: erases ? this.findErasable() : undefined }
  }

  /** Gives points to what is being painted. They are seen at once, and in the label when the stroke ends. */
  paint(points: Uint32Array): void {
    const { stroke } = this
    const pointState = stroke && this.getState(stroke.frame)
    if (stroke === undefined || pointState?.status !== "ready" || points.length === 0) return
    const { counts, ids } = pointState.frame
    const patch = makePatch(ids, points, stroke.target?.id ?? 0)
    apply(patch, ids, counts, "forth")
    stroke.patches.push(patch)
    this.notify()
  }

  /** Ends the stroke, which is one step. A stroke over no points is none. */
  end(): void {
    // The claim was lost meanwhile: what the label does not get, the points must not keep.
    if (this.editor.state.readOnly) return void this.cancel()
    const { stroke } = this
    this.stroke = undefined
    const pointState = stroke && this.getState(stroke.frame)
    if (stroke === undefined || pointState?.status !== "ready" || stroke.patches.length === 0) return
    const { frame } = pointState
    const patch = joinPatches(stroke.patches)
    const before = typeof patch.before === "number" ? [patch.before] : patch.before
    const gone = new Set([...new Set(before)].filter((id) => id !== 0 && !frame.counts.has(id)))
    const revision = this.takeNext()
    frame.commit(revision, patch)
    this.editor.update((state) =>
      paintPoints(state, { frame: stroke.frame, revision, target: stroke.target, gone }),
    )
    this.finishStroke()
  }

  /** Takes the stroke back that is going on. False when there is none. */
  readonly cancel = (): boolean => {
    const { stroke } = this
    if (stroke === undefined) return false
    this.stroke = undefined
    const pointState = this.getState(stroke.frame)
    if (pointState.status === "ready")
      for (const patch of stroke.patches.toReversed())
        apply(patch, pointState.frame.ids, pointState.frame.counts, "back")
    this.notify()
    return true
  }

  /** The objects of the shown frame that keep their points: those that are locked, and those that are not seen. */
  listKept(): ReadonlySet<number> {
    const { state } = this.editor
    const keys = listAnnotations(getLabel(state), state.frame).flatMap(({ key }) =>
      state.locked.has(key) || isHidden(state, key) ? [key] : [],
    )
    return listPointIds(state, state.frame, new Set(keys))
  }

  /** Deletes what is selected from some frames: its points are those of no object then. */
  async deleteIn(from: number, to: number): Promise<void> {
    this.changeIds("delete", listEditable(this.editor.state), { from, to })
  }

  /** Takes an object with its points from another label, in one step. Nothing is taken unless the points of every frame match. */
  async takeObject(taken: TakenObject): Promise<void> {
    const { state } = this.editor
    if (state.readOnly) return
    this.cancel()
    const frames = listTakenFrames(state, taken)
    for (const takenFrame of frames) readTakenPoints(this.frames, taken, takenFrame)
    const revision = this.takeNext()
    const { emptied, placed } = placePoints(state, taken, { frames: this.frames, of: frames, revision })
    this.editor.update((now) =>
      placeTaken(now, taken, placed, {
        merge: null,
        withRevision: (label, frame, revision) =>
          withPointRevision(
            removeObjectsIn(label, emptied.get(frame) ?? new Set(), frame, frame),
            frame,
            revision,
          ),
      }),
    )
    this.finishStroke()
  }

  /** Deletes what is selected from all frames. */
  deleteSelected(): void {
    this.changeIds("delete", listEditable(this.editor.state), everywhere)
  }

  /** Makes one object of those that are selected: the one that was selected first. */
  mergeSelected(): void {
    const [into, ...others] = listEditable(this.editor.state)
    if (into !== undefined && others.length > 0) this.changeIds("merge", others, everywhere, into)
  }

  get merges(): boolean {
    return !this.editor.state.readOnly && listEditable(this.editor.state).length > 1
  }

  /** The ids of the painted frames as the label has them, for a draft. */
  pack(): ReadonlyArray<PackedFrame> {
    const label = getLabel(this.editor.state)
    return listPointFrames(label).map((frame) => {
      const revision = readPointRevision(label, frame) ?? asRead
      const packedIds = this.packed.get(frame)
      if (packedIds?.revision === revision) return packedIds
      const packed = { frame, revision, ids: packIds(this.idsInLabel(frame)) }
      this.packed.set(frame, packed)
      return packed
    })
  }

  /** The ids of a painted frame as the label has them, without a stroke that goes on. */
  readonly idsInLabel = (frame: number): Uint32Array => {
    const frameIds = this.frames.getIds(frame)
    if (frameIds === undefined || frameIds === "unreadable")
      throw new Error(`Frame ${frame + 1} has no points.`)
    if (this.stroke?.frame !== frame) return frameIds.ids
    const ids = frameIds.ids.slice()
    for (const patch of this.stroke.patches.toReversed()) apply(patch, ids, new Map(), "back")
    return ids
  }

  /** A label of the editor as it is sent: with lists in place of revisions. */
  fillLabel(label: JsonObject): JsonObject {
    return withPointIds(label, this.idsInLabel)
  }

  close(): void {
    this.stopEditor()
    if (this.editor.surface === this) this.editor.surface = undefined
  }

  private changeIds(
    name: PointsRelabeled["name"],
    of: ReadonlyArray<string>,
    { from: first, to: last }: FrameRange,
    into?: string,
  ): void {
    const { state } = this.editor
    if (state.readOnly || of.length === 0) return
    this.cancel()
    const label = getLabel(state)
    const keys = new Set(of)
    const revision = this.takeNext()
    const frames: Array<PointsRelabeled["frames"][number]> = []
    for (let frame = Math.max(0, first); frame <= Math.min(last, countFrames(label) - 1); frame++) {
      if (!of.some((key) => findAnnotation(label, frame, key) !== undefined)) continue
      const ids = this.frames.getIds(frame)
      // What cannot be read stays, with its objects.
      if (ids === "unreadable" || this.getState(frame).status === "misfit") continue
      const used = ids?.counts.keys() ?? []
      const target = into === undefined ? undefined : findTarget(label, frame, into, used, state.usedIds)
      // The object has an id that no point can have: merged into it, the points would be lost.
      if (into !== undefined && target === undefined) continue
      const from = listPointIds(state, frame, keys)
      const changed = ids !== undefined && [...from].some((id) => ids.counts.has(id))
      if (changed) {
        const places = Uint32Array.from(listPlaces(ids.ids, from))
        const patch = makePatch(ids.ids, places, target?.id ?? 0)
        apply(patch, ids.ids, ids.counts, "forth")
        ids.commit(revision, patch)
      }
      frames.push({ frame, revision: changed ? revision : undefined, adds: target?.adds })
    }
    if (frames.length === 0) return
    this.editor.update((now) => relabelPoints(now, { name, keys, frames }))
    this.finishStroke()
  }

  /** The eraser takes the points of the one selected object alone: none where the frame lacks it. */
  private findErasable(): number | undefined {
    const { state } = this.editor
    if (state.selected.size !== 1) return undefined
    const [id = noId] = listPointIds(state, state.frame, state.selected)
    return id
  }

  private takeNext(): number {
    this.lastRevision += 1
    return this.lastRevision
  }

  /** After an edit: what was undone before is forgotten, and what was done too long ago. */
  private finishStroke(): void {
    this.frames.dropUndone()
    if (this.frames.limit(this.limit))
      this.editor.update((state) => {
        const history = dropStep(state.history, (label) => this.frames.isReached(label))
        return history === state.history ? state : { ...state, history }
      })
    this.notify()
  }

  /** Goes to the revisions that the label names. */
  private follow(): void {
    // A frame that is not shown may be forgotten, with points that are not in the label yet.
    if (this.stroke !== undefined && this.stroke.frame !== this.editor.state.frame) this.end()
    const label = getLabel(this.editor.state)
    if (label === this.label) return
    this.label = label
    const { stroke } = this
    // Somebody has undone a step below the stroke.
    if (stroke !== undefined) {
      const frameIds = this.frames.getIds(stroke.frame)
      const revision = readPointRevision(label, stroke.frame) ?? asRead
      if (typeof frameIds === "object" && frameIds.revision !== revision) this.cancel()
    }
    this.frames.follow(label)
    this.notify()
  }

  private notify(): void {
    this.set(this.state + 1)
  }
}

/** The places of the points of some objects. */
function* listPlaces(ids: Uint32Array, of: ReadonlySet<number>): Generator<number> {
  for (let place = 0; place < ids.length; place++) if (of.has(ids[place] ?? 0)) yield place
}
