/** Draws and edits shapes in the main view: places are on the ground, or on points of the cloud where the pen snaps to them. */
import { annotationsIn } from "../../../model/document/frames.ts"
import type { Editor } from "../../../model/editor/Editor.ts"
import { isHidden } from "../../../model/editor/visible.ts"
import { hitsAt } from "../../../model/geometry/hit.ts"
import { distanceToOutline } from "../../../model/geometry/outline.ts"
import { distance, type Point } from "../../../model/geometry/point.ts"
import { leastPoints } from "../../../model/geometry/vertices.ts"
import { pickReach, stepEdit } from "../../../model/tools/editing.ts"
import { type Gesture, idle, type ToolShape } from "../../../model/tools/Gesture.ts"
import { groundOf, onGround } from "../../model/groundAt.ts"
import { onScreen, wholeOnScreen } from "../../model/onScreen.ts"
import { rayThrough } from "../../model/orbit.ts"
import { onLevel } from "../../model/pick.ts"
import { minus, type Vector } from "../../model/vector.ts"
import { isOf, type Projected, projected } from "../../points/model/projected.ts"
import { nearestPoint } from "../../points/model/selection.ts"
import type { CloudView } from "../../view/CloudView.ts"
import { Store } from "../../view/Store.ts"
import { movedPlace, onGroundReach } from "../model/movedPlace.ts"
import type { Place } from "../model/places.ts"
import { addSpaceShape, setVertices, type Vertex } from "../model/spaceEdits.ts"
import { type HeightAt, type SpaceShape, type SpaceType, spaceShapeOf } from "../model/spaceShape.ts"
import { type Drawing, ShapeCursor } from "./ShapeCursor.ts"
import { SideDrag } from "./SideDrag.ts"
import { shapeLabels, showsShapes } from "./shapeLabels.ts"
import { VertexChoice } from "./VertexChoice.ts"

/** A shape of one of several sensors. */
export interface SensorShape extends SpaceShape {
  /** The name of the sensor; undefined where the sample has none. */
  readonly sensor: string | undefined
}

/** How near to its first or last vertex a press ends a shape, in pixels. */
const closingReach = 6

/** Whether a press selects a polygon by its line alone. */
export type PickedBy = "lines" | "areas"

export class ShapePen {
  readonly drawing = new Store<Drawing | undefined>(undefined)
  /** What the pointer does to a shape, in pixels of the view. */
  readonly gesture = new Store<Gesture>(idle)
  readonly snaps = new Store(false)
  readonly vertex: VertexChoice
  readonly cursor: ShapeCursor
  /** What is dragged in the views without perspective. */
  readonly sides: SideDrag
  private seen: Projected | undefined

  constructor(
    readonly editor: Editor,
    readonly view: CloudView,
  ) {
    this.vertex = new VertexChoice(
      editor,
      () => this.shapes(),
      () => this.ground,
    )
    this.cursor = new ShapeCursor(this)
    this.sides = new SideDrag(this)
  }

  /** Whether shapes are what is edited: of several sensors, another one may be chosen. */
  get isActive(): boolean {
    return showsShapes(this.editor.state)
  }

  /** The shape that the chosen tool draws. */
  get tool(): SpaceType | undefined {
    const { readOnly, tool } = this.editor.state
    return this.isActive && !readOnly && (tool === "polygon" || tool === "polyline" || tool === "point")
      ? tool
      : undefined
  }

  /** Whether the vertices of a selected shape can be dragged. */
  canDrag(key: string): boolean {
    const { locked, readOnly, tool } = this.editor.state
    return this.isActive && !readOnly && tool === "edit" && !locked.has(key)
  }

  /** The shapes of the shown frame that are edited and not hidden. */
  shapes(): ReadonlyArray<SensorShape> {
    const { sensor } = this.editor.state
    return this.isActive ? this.allShapes().filter((one) => one.sensor === sensor?.name) : []
  }

  /** The shapes of the shown frame that are not hidden, of all sensors. */
  allShapes(hiddenSensors = this.view.hiddenSensors.get()): ReadonlyArray<SensorShape> {
    const { state } = this.editor
    return shapeLabels(state, hiddenSensors).flatMap(({ label, sensor }) =>
      annotationsIn(label, state.frame).flatMap((one) => {
        const shape = isHidden(state, one.key) ? undefined : spaceShapeOf(one, this.heightAt)
        return shape === undefined ? [] : [{ ...shape, sensor }]
      }),
    )
  }

  /** The ground of the shown frame. Undefined until its cloud is loaded: heights of another frame must not be stored. */
  get ground(): HeightAt | undefined {
    const { cloud, cloudFrame } = this.view
    return cloud !== undefined && cloudFrame === this.editor.state.frame ? groundOf(cloud) : undefined
  }

  /** The height at which a place without one is shown. */
  readonly heightAt: HeightAt = (x, y) => {
    const { cloud } = this.view
    return cloud === undefined ? 0 : groundOf(cloud)(x, y)
  }

  /** Takes a press of the main button: true where the camera must not. */
  press(at: Point, deletes: boolean): boolean {
    const { tool } = this
    if (tool !== undefined) {
      this.cursor.hide()
      this.add(tool, at, this.placeAt(at))
      return true
    }
    const { readOnly, selected } = this.editor.state
    const shapes = this.onScreen(this.shapes())
    const { effect, gesture } = stepEdit(
      idle,
      { kind: "press", at, adds: false, deletes },
      { tool: "edit", shapes, selected, scale: 1, readOnly },
    )
    if (effect?.kind === "points") {
      const shape = shapes.find(({ key }) => key === effect.key)
      const gone = shape?.points.findIndex((point, index) => point !== effect.points[index]) ?? -1
      if (gone >= 0) this.vertex.removeAt(effect.key, gone)
      return true
    }
    if (gesture.kind !== "edit" || effect !== undefined) return false
    const shape = shapes.find(({ key }) => key === gesture.key)
    // Within a large polygon the camera moves as elsewhere: its line is what a drag moves.
    if (gesture.grip.kind === "whole" && (shape === undefined || distanceToOutline(shape, at) > pickReach))
      return false
    this.gesture.set(gesture)
    if (gesture.grip.kind === "vertex") this.vertex.choose(gesture.key, gesture.grip.index)
    return true
  }

  move(at: Point): void {
    const now = this.gesture.get()
    if (now.kind === "edit") {
      this.gesture.set(this.stepped("move", at).gesture)
      return
    }
    this.cursor.hide()
    const drawing = this.drawing.get()
    if (drawing !== undefined) this.drawing.set({ ...drawing, hover: this.placeAt(at) })
  }

  release(at: Point): void {
    const now = this.gesture.get()
    if (now.kind !== "edit") return
    const { effect } = this.stepped("release", at)
    this.gesture.set(idle)
    if (effect?.kind !== "points") return
    const vertices = this.verticesAfter(now, at)
    if (vertices === undefined) return
    this.editor.update((state, setting) => setVertices(state, now.key, vertices, setting))
    if (now.grip.kind === "side") this.vertex.choose(now.key, now.grip.after + 1)
  }

  /** Whether the pointer drags a shape or one of its vertices. */
  get drags(): boolean {
    return this.gesture.get().kind === "edit"
  }

  /** Selects the shape under a press. False where there is none. What lies within a polygon comes before its area. */
  pick(at: Point, adds: boolean, by: PickedBy): boolean {
    const { selected, sensor } = this.editor.state
    const isMeant = (shape: ToolShape) => by === "areas" || distanceToOutline(shape, at) <= pickReach
    const hits = hitsAt(this.onScreen(this.allShapes()).filter(isMeant), at, pickReach)
    const current = hits.findIndex((one) => selected.has(one.key) && one.sensor === sensor?.name)
    // Pressing the same place again selects what lies behind.
    const found = hits[(current + 1) % Math.max(hits.length, 1)]
    if (found === undefined) return false
    // Shapes of several sensors lie in one view. That of another one is edited where it was pressed.
    if (found.sensor !== undefined && sensor?.kind === "cloud") this.editor.chooseSensor(found.sensor)
    this.editor.select(new Set([...(adds ? selected : []), found.key]))
    return true
  }

  /** Completes the shape. False where none has enough vertices. */
  finish(): boolean {
    const drawing = this.drawing.get()
    if (drawing === undefined || drawing.points.length < leastPoints[drawing.type]) return false
    this.drawing.set(undefined)
    const { points, type } = drawing
    this.editor.update((state, setting) => addSpaceShape(state, type, points, setting))
    return true
  }

  /** Takes the last vertex back. False where nothing is drawn. */
  back(): boolean {
    const drawing = this.drawing.get()
    if (drawing === undefined) return false
    const points = drawing.points.slice(0, -1)
    this.drawing.set(points.length === 0 ? undefined : { ...drawing, points })
    return true
  }

  /** Ends what is going on without an edit. False where nothing is. */
  cancel(): boolean {
    const was = this.sides.cancel() || this.drawing.get() !== undefined || this.drags
    this.drawing.set(undefined)
    this.gesture.set(idle)
    return was
  }

  /** Adds a vertex that is at a pixel of the view, or ends the shape where its first or last one is. */
  add(type: SpaceType, at: Point, place: Vector | undefined): void {
    if (place === undefined) return
    const now = this.drawing.get()
    const drawing = now?.type === type ? now : { type, points: [], hover: undefined }
    const seen = this.projection()
    const isNear = (vertex: Vector | undefined) => {
      const pixel = vertex && seen?.(vertex)
      return pixel !== undefined && distance(pixel, at) <= closingReach
    }
    const { points } = drawing
    const closes = type === "polygon" && points.length >= leastPoints.polygon && isNear(points[0])
    if (closes || isNear(points.at(-1))) {
      this.finish()
      return
    }
    this.drawing.set({ type, points: [...points, place], hover: place })
    if (type === "point") this.finish()
  }

  /** The place under a pixel: a point of the cloud where the pen snaps, else the ground. */
  placeAt(at: Point): Vector | undefined {
    const { cloud, orbit: now, size } = this.view
    const orbit = now.get()
    if (orbit === undefined) return undefined
    if (this.snaps.get() && cloud !== undefined) {
      if (!isOf(this.seen, cloud, orbit, size)) this.seen = projected(cloud, orbit, size)
      const point = nearestPoint(this.seen, at)
      if (point !== undefined) {
        const { origin, positions } = cloud
        const part = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
        return [part(0), part(1), part(2)]
      }
    }
    return onGround(cloud, rayThrough(orbit, ...at, size), orbit.target[2])
  }

  private levelAt(at: Point, height: number): Vector | undefined {
    const orbit = this.view.orbit.get()
    return orbit && onLevel(rayThrough(orbit, ...at, this.view.size), height)
  }

  /** Where a vertex goes that is dragged to a pixel. */
  private movedTo(at: Point, { places, points }: SpaceShape, index: number): Place | undefined {
    const [from, { ground }] = [points[index], this]
    if (from === undefined) return undefined
    const isOnGround = ground !== undefined && Math.abs(from[2] - ground(from[0], from[1])) <= onGroundReach
    if (isOnGround || (ground !== undefined && this.snaps.get())) return this.placeAt(at)
    // Without a cloud, nothing says how high a place is that has no height.
    return this.levelAt(at, from[2])?.slice(0, places[index]?.length)
  }

  private verticesAfter(
    { from, grip, key }: Extract<Gesture, { kind: "edit" }>,
    at: Point,
  ): ReadonlyArray<Vertex> | undefined {
    const shape = this.shapes().find((one) => one.key === key)
    if (shape === undefined) return undefined
    const kept: ReadonlyArray<Vertex> = indices(shape.points.length)
    if (grip.kind === "vertex") {
      const place = this.movedTo(at, shape, grip.index)
      return place && kept.with(grip.index, place)
    }
    if (grip.kind === "side") {
      const place = this.movedTo(at, shape, grip.after)
      return place && kept.toSpliced(grip.after + 1, 0, place)
    }
    const [first] = shape.points
    const [start, end] = first === undefined ? [] : [this.levelAt(from, first[2]), this.levelAt(at, first[2])]
    // A shape that is moved as a whole keeps its form: it does not follow the ground.
    return start && end && shape.places.map((place) => movedPlace(place, minus(end, start), undefined))
  }

  private stepped(kind: "move" | "release", at: Point) {
    const { readOnly, selected } = this.editor.state
    return stepEdit(
      this.gesture.get(),
      { kind, at },
      { tool: "edit", shapes: [], selected, scale: 1, readOnly },
    )
  }

  private projection() {
    const orbit = this.view.orbit.get()
    return orbit && onScreen(orbit, this.view.size)
  }

  /** The shapes that can be picked, in pixels. */
  private onScreen(
    shapes: ReadonlyArray<SensorShape>,
  ): ReadonlyArray<ToolShape & Pick<SensorShape, "sensor">> {
    const seen = this.projection()
    if (seen === undefined) return []
    return shapes.flatMap(({ key, points, sensor, type }) => {
      const places = this.editor.state.locked.has(key) ? undefined : wholeOnScreen(points, seen)
      return places === undefined ? [] : [{ key, type, points: places, sensor }]
    })
  }
}

const indices = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)
