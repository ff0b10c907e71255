/** Drags of vertices in the views without perspective. The edit follows at their end, so that it is one step. */
import type { Editor } from "../../editor/Editor.ts"
import { getWholeLabel } from "../../editor/EditorState.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import type { Place } from "../../editor/label/spaceShapes/places.ts"
import type { SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { Store } from "../../editor/Store.ts"
import { isDrag, type Point, subtractPoints } from "../../geometry/point.ts"
import type { HeightAt } from "../../geometry/space/groundAt.ts"
import type { Projection } from "../../geometry/space/sideView.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import { findSeenPoint, moveInPlane, placeAfter, pointSeenAt } from "../../stages/side/inSideView.ts"
import type { VertexChoice } from "./VertexChoice.ts"

/** A view when a drag begins in it. */
export interface SideGrab {
  /** The middle of the view, which stays until the drag ends. */
  readonly base: Cuboid
  readonly projection: Projection
  /** The pixel of the pointer. */
  readonly at: Point
}

/** A vertex on its way. */
export interface MovedVertex {
  readonly key: string
  readonly index: number
  /** The place where it is shown. */
  readonly point: Vector
  /** The place that is stored at the end. */
  readonly place: Place
}

interface Grabbed extends SideGrab {
  readonly shape: SpaceShape
  readonly index: number
  /** The label as it was then. What is edited meanwhile, by keys or an undo, ends the drag. */
  readonly label: JsonObject
  drags: boolean
}

/** The pen that the drags belong to. */
interface Pen {
  readonly editor: Editor
  readonly view: CloudView
  readonly vertex: VertexChoice
  readonly snaps: Store<boolean>
  readonly ground: HeightAt | undefined
  readonly heightAt: HeightAt
  readonly listShapes: () => ReadonlyArray<SpaceShape>
  readonly canDrag: (key: string) => boolean
}

export class SideDrag {
  readonly moved = new Store<MovedVertex | undefined>(undefined)
  private grabbed: Grabbed | undefined

  constructor(private readonly pen: Pen) {}

  /** Takes a vertex, which is the chosen one then. False where none is taken: another finger may drag one already. */
  beginDrag(key: string, index: number, from: SideGrab): boolean {
    const { editor, vertex, view } = this.pen
    const shape = this.pen.listShapes().find((one) => one.key === key)
    if (this.grabbed !== undefined || shape === undefined || !this.pen.canDrag(key)) return false
    vertex.choose(key, index)
    this.grabbed = { ...from, shape, index, label: getWholeLabel(editor.state), drags: false }
    view.sides.update((now) => ({ ...now, frozen: from.base }))
    return true
  }

  move(at: Point): void {
    const { grabbed } = this
    if (grabbed === undefined) return
    if (getWholeLabel(this.pen.editor.state) !== grabbed.label) {
      this.cancel()
      return
    }
    grabbed.drags ||= isDrag(grabbed.at, at, 1)
    if (grabbed.drags) this.moved.set(this.findMoved(grabbed, at))
  }

  release(at: Point): void {
    this.move(at)
    const moved = this.moved.state
    const chosen = this.pen.vertex.get()
    this.cancel()
    // After another selection meanwhile, the chosen vertex is another one.
    if (moved !== undefined && chosen?.shape.key === moved.key && chosen.index === moved.index)
      this.pen.vertex.put(moved.place)
  }

  /** Ends a drag without an edit. False where there is none. */
  cancel(): boolean {
    if (this.grabbed === undefined) return false
    this.grabbed = undefined
    this.moved.set(undefined)
    this.pen.view.sides.update((now) => ({ ...now, frozen: undefined }))
    return true
  }

  private findMoved({ at: start, index, projection, shape }: Grabbed, at: Point): MovedVertex | undefined {
    const { ground, heightAt, snaps, view } = this.pen
    const [from, stored] = [shape.points[index], shape.places[index]]
    if (from === undefined || stored === undefined) return undefined
    const free = moveInPlane(from, projection, subtractPoints(at, start))
    const point =
      snaps.state && ground !== undefined && view.cloud !== undefined
        ? pointSeenAt(view.cloud, projection, free)
        : undefined
    const to = point === undefined ? free : findSeenPoint(from, projection, point)
    const place = placeAfter(stored, from, to, ground !== undefined)
    const [x = 0, y = 0, z = heightAt(x, y)] = place
    return { key: shape.key, index, place, point: [x, y, z] }
  }
}
