/** Drags of shapes, of their vertices and of their sides in the main view. */
import type { Editor } from "../../editor/Editor.ts"
import { setVertices, type Vertex } from "../../editor/edits/spaceEdits.ts"
import type { Place } from "../../editor/label/spaceShapes/places.ts"
import { movePlace, onGroundReach } from "../../editor/label/spaceShapes/places.ts"
import type { SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { Store } from "../../editor/Store.ts"
import { measureDistanceToOutline } from "../../geometry/outline.ts"
import type { Point } from "../../geometry/point.ts"
import type { HeightAt } from "../../geometry/space/groundAt.ts"
import { subtractVectors } from "../../geometry/space/vector.ts"
import { type Gesture, idle, type ToolShape } from "../Gesture.ts"
import { pickReach, stepEdit } from "../select/stepEdit.ts"
import type { PlaceFinder } from "./PlaceFinder.ts"
import type { VertexChoice } from "./VertexChoice.ts"

/** The pen that the drags belong to. */
interface Pen {
  readonly editor: Editor
  readonly vertex: VertexChoice
  readonly snaps: Store<boolean>
  readonly finder: PlaceFinder
  readonly ground: HeightAt | undefined
  readonly listShapes: () => ReadonlyArray<SpaceShape>
  readonly listPickable: () => ReadonlyArray<ToolShape>
}

export class MainDrag {
  /** The gesture of the pointer with a shape, in pixels of the view. */
  readonly gesture = new Store<Gesture>(idle)

  constructor(private readonly pen: Pen) {}

  /** Whether one goes on. */
  get drags(): boolean {
    return this.gesture.state.kind === "edit"
  }

  /** Takes a press: true where the camera must not. */
  press(at: Point, deletes: boolean): boolean {
    const { editor, vertex } = this.pen
    const { readOnly, selected } = editor.state
    const shapes = this.pen.listPickable()
    const { effect, gesture } = stepEdit(
      idle,
      { kind: "press", at, adds: false, deletes },
      { shapes, selected, scale: 1, readOnly },
    )
    if (effect?.kind === "points") {
      const shape = shapes.find(({ key }) => key === effect.key)
      const gone = shape?.points.findIndex((point, index) => point !== effect.points[index]) ?? -1
      if (gone >= 0) vertex.removeAt(effect.key, gone)
      return true
    }
    if (gesture.kind !== "edit" || effect !== undefined) return false
    const shape = shapes.find(({ key }) => key === gesture.key)
    // Within a large polygon the camera moves as elsewhere: its line is what a drag moves.
    if (
      gesture.grip.kind === "whole" &&
      (shape === undefined || measureDistanceToOutline(shape, at) > pickReach)
    )
      return false
    this.gesture.set(gesture)
    if (gesture.grip.kind === "vertex") vertex.choose(gesture.key, gesture.grip.index)
    return true
  }

  move(at: Point): void {
    this.gesture.set(this.stepShape("move", at).gesture)
  }

  release(at: Point): void {
    const now = this.gesture.state
    if (now.kind !== "edit") return
    const { effect } = this.stepShape("release", at)
    this.gesture.set(idle)
    if (effect?.kind !== "points") return
    const vertices = this.listVerticesAfter(now, at)
    if (vertices === undefined) return
    const { editor, vertex } = this.pen
    editor.update((state, setting) => setVertices(state, now.key, vertices, setting))
    if (now.grip.kind === "side") vertex.choose(now.key, now.grip.after + 1)
  }

  /** Ends a drag without an edit. False where there is none. */
  cancel(): boolean {
    const was = this.drags
    this.gesture.set(idle)
    return was
  }

  private stepShape(kind: "move" | "release", at: Point) {
    const { readOnly, selected } = this.pen.editor.state
    return stepEdit(this.gesture.state, { kind, at }, { shapes: [], selected, scale: 1, readOnly })
  }

  private listVerticesAfter(
    { from, grip, key }: Extract<Gesture, { kind: "edit" }>,
    at: Point,
  ): ReadonlyArray<Vertex> | undefined {
    const { finder } = this.pen
    const shape = this.pen.listShapes().find((one) => one.key === key)
    if (shape === undefined) return undefined
    const indices: ReadonlyArray<Vertex> = shape.points.map((_, index) => index)
    if (grip.kind === "vertex") {
      const place = this.findMoved(at, shape, grip.index)
      return place && indices.with(grip.index, place)
    }
    if (grip.kind === "side") {
      const place = this.findMoved(at, shape, grip.after)
      return place && indices.toSpliced(grip.after + 1, 0, place)
    }
    const [first] = shape.points
    const [start, end] =
      first === undefined ? [] : [finder.findLevel(from, first[2]), finder.findLevel(at, first[2])]
    // A shape that is moved as a whole keeps its form: it does not follow the ground.
    return (
      start && end && shape.places.map((place) => movePlace(place, subtractVectors(end, start), undefined))
    )
  }

  /** Finds where a vertex goes that is dragged to a pixel. */
  private findMoved(at: Point, { places, points }: SpaceShape, index: number): Place | undefined {
    const { finder, ground, snaps } = this.pen
    const from = points[index]
    if (from === undefined) return undefined
    const isOnGround = ground !== undefined && Math.abs(from[2] - ground(from[0], from[1])) <= onGroundReach
    if (isOnGround || (ground !== undefined && snaps.state)) return finder.placeAt(at)
    // Without a cloud, nothing says how high a place is that has no height.
    return finder.findLevel(at, from[2])?.slice(0, places[index]?.length)
  }
}
