/** Draws and selects shapes in the main view: places are on the ground, or on points of the cloud where the pen snaps to them. */
import type { Editor } from "../../editor/Editor.ts"
import { isHidden, none } from "../../editor/EditorState.ts"
import { addSpaceShape } from "../../editor/edits/spaceEdits.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { readSpaceShape, type SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { Store } from "../../editor/Store.ts"
import { hasShapes, listShapeLabels } from "../../editor/sensorLabels.ts"
import { findHits } from "../../geometry/hit.ts"
import { measureDistanceToOutline } from "../../geometry/outline.ts"
import { measureDistance, type Point } from "../../geometry/point.ts"
import type { HeightAt } from "../../geometry/space/groundAt.ts"
import { makeGround } from "../../geometry/space/groundAt.ts"
import { projectWhole } from "../../geometry/space/onScreen.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { leastPoints } from "../../geometry/vertices.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import type { ToolShape } from "../Gesture.ts"
import { pickReach } from "../select/stepEdit.ts"
import { type Drawing, type DrawingTool, findDrawingTool } from "./Drawing.ts"
import { MainDrag } from "./MainDrag.ts"
import { PlaceFinder } from "./PlaceFinder.ts"
import { ShapeCursor } from "./ShapeCursor.ts"
import { SideDrag } from "./SideDrag.ts"
import { VertexChoice } from "./VertexChoice.ts"

/** A shape of one of several sensors. */
export interface SensorShape extends SpaceShape {
  /** The name of the sensor; undefined where the sample has none. */
  readonly sensor: string | undefined
}

/** The distance to its first or last vertex at which a press ends a shape, in pixels. */
const closingReach = 6

/** Whether a press selects a polygon by its line alone. */
export type PickedBy = "lines" | "areas"

export class ShapePen {
  readonly drawing = new Store<Drawing | undefined>(undefined)
  readonly snaps = new Store(false)
  readonly finder: PlaceFinder
  readonly vertex: VertexChoice
  readonly cursor: ShapeCursor
  /** The drags in the main view, and in those without perspective. */
  readonly main: MainDrag
  readonly sides: SideDrag

  constructor(
    readonly editor: Editor,
    readonly view: CloudView,
  ) {
    this.finder = new PlaceFinder(view, this.snaps)
    this.vertex = new VertexChoice(
      editor,
      () => this.listEdited(),
      () => this.ground,
    )
    this.cursor = new ShapeCursor(this)
    this.main = new MainDrag(this)
    this.sides = new SideDrag(this)
  }

  /** Whether shapes are what is edited: of several sensors, another one may be chosen. */
  get isActive(): boolean {
    return hasShapes(this.editor.state)
  }

  /** The chosen tool, where it draws shapes. */
  get tool(): DrawingTool | undefined {
    const { readOnly, tool } = this.editor.state
    return this.isActive && !readOnly ? findDrawingTool(tool) : undefined
  }

  /** Whether the vertices of a selected shape can be dragged. */
  canDrag(key: string): boolean {
    const { locked, readOnly, tool } = this.editor.state
    return this.isActive && !readOnly && tool === "edit" && !locked.has(key)
  }

  /** The shapes of the shown frame that are edited and not hidden. */
  listShapes(): ReadonlyArray<SensorShape> {
    const { sensor } = this.editor.state
    return this.isActive ? this.listAllShapes().filter((one) => one.sensor === sensor?.name) : []
  }

  /** The shapes of the shown frame that are edited: fields change them also while they are hidden. */
  private listEdited(): ReadonlyArray<SensorShape> {
    const { sensor } = this.editor.state
    return this.isActive ? this.listEveryShape(none).filter((one) => one.sensor === sensor?.name) : []
  }

  /** The shapes of the shown frame that are not hidden, of all sensors. */
  listAllShapes(hiddenSensors = this.view.hiddenSensors.state): ReadonlyArray<SensorShape> {
    return this.listEveryShape(hiddenSensors).filter(({ key }) => !isHidden(this.editor.state, key))
  }

  private listEveryShape(hiddenSensors: ReadonlySet<string>): ReadonlyArray<SensorShape> {
    const { state } = this.editor
    return listShapeLabels(state, hiddenSensors).flatMap(({ label, sensor }) =>
      listAnnotations(label, state.frame).flatMap((one) => {
        const shape = readSpaceShape(one, this.heightAt)
        return shape === undefined ? [] : [{ ...shape, sensor }]
      }),
    )
  }

  /** The ground of the shown frame. Undefined until its cloud is loaded: heights of another frame must not be stored. */
  get ground(): HeightAt | undefined {
    const { cloud, cloudFrame } = this.view
    return cloud !== undefined && cloudFrame === this.editor.state.frame ? makeGround(cloud) : undefined
  }

  /** The height at which a place without one is shown. */
  readonly heightAt: HeightAt = (x, y) => {
    const { cloud } = this.view
    return cloud === undefined ? 0 : makeGround(cloud)(x, y)
  }

  /** Takes a press of the main button: true where the camera must not. */
  press(at: Point, deletes: boolean): boolean {
    const { tool } = this
    if (tool !== undefined) {
      this.cursor.hide()
      this.add(tool, at, this.finder.placeAt(at))
      return true
    }
    return this.main.press(at, deletes)
  }

  move(at: Point): void {
    if (this.main.drags) {
      this.main.move(at)
      return
    }
    this.cursor.hide()
    const drawing = this.drawing.state
    if (drawing !== undefined) this.drawing.set({ ...drawing, hover: this.finder.placeAt(at) })
  }

  release(at: Point): void {
    this.main.release(at)
  }

  /** Selects the shape under a press. False where there is none. What lies within a polygon comes before its area. */
  pick(at: Point, adds: boolean, by: PickedBy): boolean {
    const { selected, sensor } = this.editor.state
    const isMeant = (shape: ToolShape) => by === "areas" || measureDistanceToOutline(shape, at) <= pickReach
    const hits = findHits(this.listPickable(this.listAllShapes()).filter(isMeant), at, pickReach)
    const current = hits.findIndex((one) => selected.has(one.key) && one.sensor === sensor?.name)
    // Pressing the same place again selects what lies behind.
    const hit = hits[(current + 1) % Math.max(hits.length, 1)]
    if (hit === undefined) return false
    // Shapes of several sensors lie in one view. That of another one is edited where it was pressed.
    if (hit.sensor !== undefined && sensor?.kind === "cloud") this.editor.chooseSensor(hit.sensor)
    this.editor.select(new Set([...(adds ? selected : []), hit.key]))
    return true
  }

  /** Completes the shape. False where none has enough vertices. */
  finish(): boolean {
    const drawing = this.drawing.state
    if (drawing === undefined || drawing.points.length < leastPoints[drawing.tool.draws.type]) return false
    this.drawing.set(undefined)
    const { points, tool } = drawing
    const { type } = tool.draws
    this.editor.update((state, setting) => addSpaceShape(state, type, points, setting))
    return true
  }

  /** Takes the last vertex back. False where nothing is drawn. */
  stepBack(): boolean {
    const drawing = this.drawing.state
    if (drawing === undefined) return false
    const points = drawing.points.slice(0, -1)
    this.drawing.set(points.length === 0 ? undefined : { ...drawing, points })
    return true
  }

  /** Ends what is going on without an edit. False where nothing is. */
  cancel(): boolean {
    const drew = this.drawing.state !== undefined
    this.drawing.set(undefined)
    const drags = [this.main.cancel(), this.sides.cancel()]
    return drew || drags.includes(true)
  }

  /** Passes a press at a pixel of the view to a tool, which adds a vertex or completes the shape. */
  add(tool: Drawing["tool"], at: Point, place: Vector | undefined): void {
    if (place === undefined) return
    const now = this.drawing.state
    const before = now?.tool === tool ? now.points : []
    const seen = this.finder.getProjection()
    const isNear = (vertex: Vector | undefined) => {
      const pixel = vertex && seen?.(vertex)
      return pixel !== undefined && measureDistance(pixel, at) <= closingReach
    }
    const { completes, places } = tool.draws.step(before, { place, isNear })
    if (places !== before) this.drawing.set({ tool, points: places, hover: place })
    if (completes) this.finish()
  }

  /** The shapes that can be picked, in pixels. */
  listPickable(
    shapes: ReadonlyArray<SensorShape> = this.listShapes(),
  ): ReadonlyArray<ToolShape & Pick<SensorShape, "sensor">> {
    const seen = this.finder.getProjection()
    if (seen === undefined) return []
    return shapes.flatMap(({ key, points, sensor, type }) => {
      const places = this.editor.state.locked.has(key) ? undefined : projectWhole(points, seen)
      return places === undefined ? [] : [{ key, type, points: places, sensor }]
    })
  }
}
