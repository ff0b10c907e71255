/** Turns what the pointer does in the main view into strokes of points. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import { type ComparedVersion, toOwnId } from "../../documents/ComparedVersion.ts"
import { computeExtent } from "../../documents/points/extent.ts"
import type { PointDocument } from "../../documents/points/PointDocument.ts"
import { readPointIds } from "../../documents/points/pointIds.ts"
import { listPointIds, readPointId } from "../../documents/points/targets.ts"
import { getLabel, none } from "../../editor/EditorState.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { Store } from "../../editor/Store.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import type { PointBrush } from "../paint/brush.ts"
import { isPointTool, type PointTool } from "../tools.ts"
import { isProjectionOf, type Projected, projectCloud } from "./projected.ts"
import {
  type Cover,
  makeBoxCover,
  makeLassoCover,
  makeStrokeCover,
  type Place,
  pointAt,
  selectPointsToPaint,
} from "./selection.ts"

/** A cloud that is on the screen, with the frame that it is of. */
export interface ShownCloud {
  readonly frame: number
  readonly cloud: PreparedCloud
}

/** The shape that the pointer draws over the cloud. */
export type Outline =
  | { readonly kind: "brush"; readonly at: Place }
  | { readonly kind: "line"; readonly places: ReadonlyArray<Place> }

type Gesture =
  | {
      readonly kind: "brush"
      readonly frame: number
      readonly id: number
      readonly only: number | undefined
      last: Place
    }
  | { readonly kind: "lasso"; readonly erases: boolean; readonly places: Array<Place> }
  | { readonly kind: "rectangle"; readonly erases: boolean; readonly from: Place; to: Place }

/** Of larger clouds, a press alone looks for the point under the pointer: it would take longer than a frame of the screen. */
const mostHovered = 3_000_000

/** Places of a lasso are at least this far apart, in pixels. */
const apart = 2

export class PointPainter {
  readonly shown = new Store<ShownCloud | undefined>(undefined)
  readonly outline = new Store<Outline | undefined>(undefined)
  /** The id of the point under the pointer, while no tool is chosen; 0 for a point of no object. */
  readonly hovered = new Store<number | undefined>(undefined)
  /** The version with which the label is compared. */
  readonly compared = new Store<ComparedVersion | undefined>(undefined)
  private before:
    | { readonly version: ComparedVersion; readonly frame: number; readonly ids: Uint32Array | undefined }
    | undefined
  /** Objects of a frame whose cloud is on its way, which somebody wants to see. */
  private wanted: { readonly frame: number; readonly keys: ReadonlySet<string> } | undefined
  private gesture: Gesture | undefined
  private seen: Projected | undefined

  constructor(
    readonly points: PointDocument,
    readonly view: CloudView,
    readonly brush: PointBrush,
  ) {}

  /** The chosen tool, where the label may be edited. */
  get tool(): PointTool | undefined {
    const { readOnly, tool } = this.points.editor.state
    return !readOnly && isPointTool(tool) ? tool : undefined
  }

  get paints(): boolean {
    return this.gesture !== undefined
  }

  /** Takes over the cloud of the shown frame. */
  show(frame: number, cloud: PreparedCloud): void {
    this.points.setPoints(frame, cloud.fileCount)
    const now = this.shown.state
    if (now?.frame === frame && now.cloud === cloud) return
    this.hovered.set(undefined)
    this.shown.set({ frame, cloud })
    const { wanted } = this
    this.wanted = undefined
    if (wanted?.frame === frame) this.lookAt(wanted.keys)
  }

  /** Begins a stroke. False where no tool of points is chosen: then the camera takes the pointer. */
  press(at: Place, erases: boolean): boolean {
    const { tool } = this
    if (tool === undefined) return false
    // A cloud of another frame may still be on the screen. Nothing is painted in it, and the camera stays.
    if (this.shown.state?.frame !== this.points.editor.state.frame) return true
    const isEraser = tool === "eraser" || erases
    if (tool === "lasso") this.gesture = { kind: "lasso", erases: isEraser, places: [at] }
    else if (tool === "rectangle") this.gesture = { kind: "rectangle", erases: isEraser, from: at, to: at }
    else {
      const begun = this.points.begin(isEraser)
      if (begun === undefined) return true
      this.gesture = { kind: "brush", frame: this.points.editor.state.frame, ...begun, last: at }
      this.paintStroke(at)
    }
    this.draw(at)
    return true
  }

  move(at: Place): void {
    const { gesture } = this
    if (gesture?.kind === "brush") this.paintStroke(at)
    else if (gesture?.kind === "rectangle") gesture.to = at
    else if (gesture?.kind === "lasso") {
      const [x, y] = gesture.places.at(-1) ?? at
      if (Math.hypot(at[0] - x, at[1] - y) >= apart) gesture.places.push(at)
    }
    this.draw(at)
  }

  release(at: Place): void {
    this.move(at)
    const { gesture } = this
    this.gesture = undefined
    if (gesture?.kind === "brush") this.points.end()
    else if (gesture?.kind === "lasso" && gesture.places.length > 2)
      this.fill(makeLassoCover(gesture.places), gesture)
    else if (gesture?.kind === "rectangle") this.fill(makeBoxCover(gesture.from, gesture.to), gesture)
    this.draw(at)
  }

  /** Takes the stroke back that is going on. False when there is none. */
  cancel(): boolean {
    const { gesture } = this
    this.gesture = undefined
    this.outline.set(undefined)
    return this.points.cancel() || gesture !== undefined
  }

  /** The pointer has left the view. */
  leave(): void {
    this.hovered.set(undefined)
    if (this.gesture === undefined) this.outline.set(undefined)
  }

  /** The pointer rests or moves without a button. */
  showHover(at: Place): void {
    const isLarge = (this.shown.state?.cloud.count ?? 0) > mostHovered
    this.hovered.set(this.tool !== undefined || isLarge ? undefined : this.findIdAt(at))
    this.draw(at)
  }

  /** Selects the object of the point under the pointer. */
  pick(at: Place, adds: boolean): true {
    const { editor } = this.points
    const id = this.findIdAt(at)
    const { frame, selected } = editor.state
    const point =
      id === undefined
        ? undefined
        : listAnnotations(getLabel(editor.state), frame).find((one) => readPointId(one) === id)
    if (point === undefined) {
      if (!adds) editor.select(none)
      return true
    }
    const others = adds ? [...selected].filter((key) => key !== point.key) : []
    editor.select(new Set(adds && selected.has(point.key) ? others : [...others, point.key]))
    return true
  }

  /** Comes near to the points of some objects of the shown frame, once its cloud is there. */
  lookAt(keys: ReadonlySet<string>): void {
    const { editor } = this.points
    const shown = this.shown.state
    const state = this.points.getState(editor.state.frame)
    if (shown?.frame !== editor.state.frame) {
      this.wanted = { frame: editor.state.frame, keys }
      return
    }
    if (state.status !== "ready") return
    const extent = computeExtent(shown.cloud, state.frame.ids, listPointIds(editor.state, shown.frame, keys))
    if (extent !== undefined) this.view.lookAt([extent])
  }

  /** The ids of a frame in an earlier version of the label. Undefined where they cannot be compared with those of now. */
  getIdsBefore(version: ComparedVersion, frame: number): Uint32Array | undefined {
    const cached = this.before
    if (cached?.version === version && cached.frame === frame) return cached.ids
    const state = this.points.getState(frame)
    if (state.status !== "ready") return undefined
    const { ids: ownIds, label } = version
    const read = readPointIds(label, frame)
    // Nobody had painted a frame without ids.
    const frameIds = read ?? new Uint32Array(state.frame.ids.length)
    const isComparable = frameIds !== "unreadable" && frameIds.length === state.frame.ids.length
    const ids =
      isComparable && ownIds !== undefined
        ? frameIds.map((id) => toOwnId(id, ownIds))
        : isComparable
          ? frameIds
          : undefined
    this.before = { version, frame, ids }
    return ids
  }

  private findIdAt(at: Place): number | undefined {
    const seen = this.getProjection()
    const point = seen && pointAt(seen, at)
    const state = this.points.getState(this.points.editor.state.frame)
    return point === undefined || state.status !== "ready" ? undefined : state.frame.ids[point]
  }

  private paintStroke(at: Place): void {
    const { gesture } = this
    if (gesture?.kind !== "brush") return
    // A stroke belongs to the frame that it began in: it ends where somebody shows another one.
    if (gesture.frame !== this.points.editor.state.frame) {
      this.gesture = undefined
      this.points.end()
      return
    }
    const cover = makeStrokeCover(gesture.last, at, this.brush.state.width / 2)
    gesture.last = at
    this.paint(cover, gesture)
  }

  /** Paints the points that a line encloses, as one stroke. */
  private fill(cover: Cover, { erases }: { readonly erases: boolean }): void {
    // The cloud of the shown frame may not be there yet: the line was drawn over another one.
    if (this.shown.state?.frame !== this.points.editor.state.frame) return
    const begun = this.points.begin(erases)
    if (begun === undefined) return
    this.paint(cover, begun)
    this.points.end()
  }

  private paint(
    cover: Cover,
    { id, only }: { readonly id: number; readonly only: number | undefined },
  ): void {
    const seen = this.getProjection()
    const state = this.points.getState(this.points.editor.state.frame)
    if (seen === undefined || state.status !== "ready") return
    const { aboveGround, height, overwrites } = this.brush.state
    this.points.paint(
      selectPointsToPaint(
        seen,
        cover,
        {
          ids: state.frame.ids,
          keeps: this.points.listKept(),
          only: id === 0 || overwrites ? only : 0,
          above: aboveGround ? seen.cloud.ground + height : undefined,
        },
        id,
      ),
    )
  }

  /** Projects the points anew after the camera has moved. */
  private getProjection(): Projected | undefined {
    const { orbit, size } = this.view
    const cloud = this.shown.state?.cloud
    const from = orbit.state
    if (cloud === undefined || from === undefined) return undefined
    if (!isProjectionOf(this.seen, cloud, from, size)) this.seen = projectCloud(cloud, from, size)
    return this.seen
  }

  private draw(at: Place): void {
    const { gesture, tool } = this
    if (gesture?.kind === "lasso") this.outline.set({ kind: "line", places: [...gesture.places] })
    else if (gesture?.kind === "rectangle") {
      const [[x0, y0], [x1, y1]] = [gesture.from, gesture.to]
      this.outline.set({ kind: "line", places: [gesture.from, [x1, y0], gesture.to, [x0, y1]] })
    } else this.outline.set(tool === "brush" || tool === "eraser" ? { kind: "brush", at } : undefined)
  }
}
