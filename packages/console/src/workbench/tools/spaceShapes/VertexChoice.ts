/** The chosen vertex of the selected shape: keys and fields move it, and add and remove vertices beside it. */
import type { Editor } from "../../editor/Editor.ts"
import { setVertices, type Vertex } from "../../editor/edits/spaceEdits.ts"
import type { Place } from "../../editor/label/spaceShapes/places.ts"
import { computeMiddle, movePlace, replaceCoordinate } from "../../editor/label/spaceShapes/places.ts"
import type { SpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { Store } from "../../editor/Store.ts"
import type { HeightAt } from "../../geometry/space/groundAt.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { leastPoints } from "../../geometry/vertices.ts"

interface Chosen {
  readonly key: string
  readonly index: number
  /** The number of vertices that the shape had then: among fewer or more, the index means another one. */
  readonly count: number
  /** The selection then: after another selection, no vertex is chosen. */
  readonly selected: ReadonlySet<string>
  /** The name of the sensor that was edited: that of another one may have a shape of the same track. */
  readonly sensor: string | undefined
}

export interface ChosenVertex {
  readonly shape: SpaceShape
  readonly index: number
  readonly place: Vector
}

type Coordinates = readonly [x: number, y: number, z: number | undefined]

export class VertexChoice {
  readonly store = new Store<Chosen | undefined>(undefined)

  constructor(
    private readonly editor: Editor,
    /** The shapes of the frame that can be edited. */
    private readonly shapes: () => ReadonlyArray<SpaceShape>,
    /** The ground of the loaded cloud. */
    private readonly ground: () => HeightAt | undefined,
  ) {}

  /** The chosen vertex, where the frame has it and no tool draws. */
  get(): ChosenVertex | undefined {
    const chosen = this.store.state
    const { selected, sensor, tool } = this.editor.state
    if (chosen === undefined || chosen.selected !== selected || tool !== "edit") return undefined
    if (chosen.sensor !== sensor?.name) return undefined
    const shape = this.findShape(chosen.key)
    const place = shape?.points[chosen.index]
    return place === undefined || shape?.points.length !== chosen.count
      ? undefined
      : { shape, index: chosen.index, place }
  }

  choose(key: string, index: number): void {
    const count = this.findShape(key)?.points.length ?? 0
    const { selected, sensor } = this.editor.state
    this.store.set({ key, index, count, selected, sensor: sensor?.name })
  }

  /** Removes any vertex of a shape. The chosen one stays chosen, unless it is the removed one. */
  removeAt(key: string, index: number): void {
    const [shape, chosen] = [this.findShape(key), this.get()]
    if (shape === undefined || !this.edit(shape, listIndices(shape).toSpliced(index, 1))) return
    if (chosen?.shape.key !== key) return
    if (chosen.index === index) this.clear()
    else this.choose(key, chosen.index - (index < chosen.index ? 1 : 0))
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
    const shape = key === undefined || others.length > 0 ? undefined : this.findShape(key)
    if (shape === undefined) return false
    const count = shape.points.length
    const now = this.get()?.index ?? (by === 1 ? -1 : count)
    this.choose(shape.key, (now + by + count) % count)
    return true
  }

  /** Moves the chosen vertex. The repeats of a key are one step. False without one. */
  move(by: Vector): boolean {
    const chosen = this.get()
    if (chosen === undefined) return false
    const { index, shape } = chosen
    this.changeVertex(shape, index, (place) => movePlace(place, by, this.ground()), "move")
    return true
  }

  /** Puts the chosen vertex elsewhere, in a step for itself. */
  put(place: Place): void {
    const chosen = this.get()
    if (chosen !== undefined) this.edit(chosen.shape, listIndices(chosen.shape).with(chosen.index, place))
  }

  /** A vertex in numbers. Its height is unknown where the label has none and the ground of the frame is not loaded. */
  getCoordinates({ places }: SpaceShape, index: number): Coordinates | undefined {
    const place = places[index]
    if (place === undefined) return undefined
    const [x = 0, y = 0, z = this.ground()?.(x, y)] = place
    return [x, y, z]
  }

  /** Sets a coordinate of a vertex, chosen or not. */
  set(key: string, index: number, axis: 0 | 1 | 2, value: number): void {
    const shape = this.findShape(key)
    if (shape !== undefined)
      this.changeVertex(shape, index, (place) => replaceCoordinate(place, axis, value), `axis ${axis}`)
  }

  /** Adds a vertex in the middle of the side behind the chosen one, and chooses it. False where there is no side. */
  add(): boolean {
    const chosen = this.get()
    if (chosen === undefined || chosen.shape.type === "point") return false
    const { index, shape } = chosen
    const { places, type } = shape
    // Behind the last vertex of a polyline is no side: the one before it is divided.
    const after = type === "polyline" && index === places.length - 1 ? index - 1 : index
    const [start, end] = [places[after], places[(after + 1) % places.length]]
    if (start === undefined || end === undefined) return false
    const place = computeMiddle(start, end, this.ground())
    if (this.edit(shape, listIndices(shape).toSpliced(after + 1, 0, place))) this.choose(shape.key, after + 1)
    return true
  }

  /** Removes the chosen vertex where the shape has enough others. False where all of the shape is one vertex. */
  remove(): boolean {
    const chosen = this.get()
    if (chosen === undefined || chosen.shape.points.length === 1) return false
    const { index, shape } = chosen
    if (this.isLeast(shape)) return true
    if (this.edit(shape, listIndices(shape).toSpliced(index, 1)))
      this.choose(shape.key, Math.max(index - 1, 0))
    return true
  }

  /** Whether a shape cannot lose a vertex. */
  isLeast({ points, type }: SpaceShape): boolean {
    return points.length <= leastPoints[type]
  }

  private findShape(key: string): SpaceShape | undefined {
    return this.shapes().find((one) => one.key === key)
  }

  private changeVertex(shape: SpaceShape, index: number, to: (place: Place) => Place, name: string): void {
    const place = shape.places[index]
    if (place === undefined) return
    const merge = `vertex ${this.editor.state.frame} ${shape.key} ${index} ${name}`
    this.edit(shape, listIndices(shape).with(index, to(place)), merge)
  }

  /** False where the shape cannot be edited. */
  private edit({ key }: SpaceShape, vertices: ReadonlyArray<Vertex>, merge?: string): boolean {
    const { locked, readOnly } = this.editor.state
    if (readOnly || locked.has(key)) return false
    this.editor.update((state, setting) => setVertices(state, key, vertices, setting, merge))
    return true
  }
}

const listIndices = ({ points }: SpaceShape): ReadonlyArray<Vertex> => points.map((_, index) => index)
