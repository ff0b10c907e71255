/** The chosen vertex of the selected shape: keys and fields move it, and add and remove vertices beside it. */

import type { Editor } from "../../../model/editor/Editor.ts"
import { leastPoints } from "../../../model/geometry/vertices.ts"
import { minus, plus, replaced, times, type Vector } from "../../model/vector.ts"
import { Store } from "../../view/Store.ts"
import { setVertices, type Vertex } from "../model/spaceEdits.ts"
import type { SpaceShape } from "../model/spaceShape.ts"

interface Chosen {
  readonly key: string
  readonly index: number
  /** What was selected then: after another selection, no vertex is chosen. */
  readonly selected: ReadonlySet<string>
}

export interface ChosenVertex {
  readonly shape: SpaceShape
  readonly index: number
  readonly place: Vector
}

export class VertexChoice {
  readonly store = new Store<Chosen | undefined>(undefined)

  constructor(
    private readonly editor: Editor,
    /** The shapes that are shown. */
    private readonly shapes: () => ReadonlyArray<SpaceShape>,
  ) {}

  /** The chosen vertex, where the frame has it. */
  get(): ChosenVertex | undefined {
    const chosen = this.store.get()
    if (chosen === undefined || chosen.selected !== this.editor.state.selected) return undefined
    const shape = this.shapes().find(({ key }) => key === chosen.key)
    const place = shape?.points[chosen.index]
    return shape === undefined || place === undefined ? undefined : { shape, index: chosen.index, place }
  }

  choose(key: string, index: number): void {
    this.store.set({ key, index, selected: this.editor.state.selected })
  }

  /** False where none was chosen. */
  clear(): boolean {
    const was = this.get() !== undefined
    this.store.set(undefined)
    return was
  }

  /** Chooses the next vertex of the only selected shape, around the end. False without one. */
  step(by: 1 | -1): boolean {
    const [key, ...others] = this.editor.state.selected
    const shape = others.length > 0 ? undefined : this.shapes().find((one) => one.key === key)
    if (shape === undefined) return false
    const count = shape.points.length
    const now = this.get()?.index ?? (by === 1 ? -1 : count)
    this.choose(shape.key, (now + by + count) % count)
    return true
  }

  /** Moves the chosen vertex. The repeats of a key are one step. False without one. */
  move(by: Vector): boolean {
    const chosen = this.get()
    return chosen !== undefined && this.put(chosen, plus(chosen.place, by), "move")
  }

  /** Sets a coordinate of the chosen vertex. */
  set(axis: 0 | 1 | 2, value: number): void {
    const chosen = this.get()
    if (chosen !== undefined) this.put(chosen, replaced(chosen.place, axis, value), `axis ${axis}`)
  }

  /** Adds a vertex in the middle of the side behind the chosen one, and chooses it. False where there is no side. */
  add(): boolean {
    const chosen = this.get()
    if (chosen === undefined || chosen.shape.type === "point") return false
    const { index, shape } = chosen
    const { points, type } = shape
    // Behind the last vertex of a polyline is no side: the one before it is divided.
    const after = type === "polyline" && index === points.length - 1 ? index - 1 : index
    const [start, end] = [points[after], points[(after + 1) % points.length]]
    if (start === undefined || end === undefined) return false
    const place = plus(start, times(minus(end, start), 0.5))
    if (this.edit(shape, indicesOf(shape).toSpliced(after + 1, 0, place))) this.choose(shape.key, after + 1)
    return true
  }

  /** Removes the chosen vertex where the shape has enough others. False where all of the shape is one vertex. */
  remove(): boolean {
    const chosen = this.get()
    if (chosen === undefined || chosen.shape.points.length === 1) return false
    const { index, shape } = chosen
    if (this.isLeast(shape)) return true
    if (this.edit(shape, indicesOf(shape).toSpliced(index, 1))) this.choose(shape.key, Math.max(index - 1, 0))
    return true
  }

  /** Whether a shape cannot lose a vertex. */
  isLeast({ points, type }: SpaceShape): boolean {
    return points.length <= leastPoints[type]
  }

  private put({ index, shape }: ChosenVertex, place: Vector, name: string): true {
    const merge = `vertex ${this.editor.state.frame} ${shape.key} ${index} ${name}`
    this.edit(shape, indicesOf(shape).with(index, place), merge)
    return true
  }

  /** False where the shape cannot be edited. */
  private edit({ key }: SpaceShape, vertices: ReadonlyArray<Vertex>, merge?: string): boolean {
    const { locked, readOnly } = this.editor.state
    if (readOnly || locked.has(key)) return false
    this.editor.update((state, setting) => setVertices(state, key, vertices, setting, merge))
    return true
  }
}

const indicesOf = ({ points }: SpaceShape): ReadonlyArray<Vertex> => points.map((_, index) => index)
