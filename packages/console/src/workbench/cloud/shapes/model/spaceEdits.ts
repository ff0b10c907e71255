/** The edits of shapes in a point cloud. Places that an edit does not touch keep their text. */
import { attributesOf, initialAttributes } from "../../../model/attributes/configuration.ts"
import { annotationIn } from "../../../model/document/frames.ts"
import { withGeometry, withShape } from "../../../model/document/shapes.ts"
import { continuedIn } from "../../../model/editor/continued.ts"
import { type EditorState, hasSpaceShapes, labelOf, takesObjects } from "../../../model/editor/EditorState.ts"
import { editable, edited, type Setting } from "../../../model/editor/edit.ts"
import { isArray } from "../../../model/json/value.ts"
import { mergeOf, withMovedCuboids } from "../../model/edit.ts"
import type { Vector } from "../../model/vector.ts"
import { movedPlace } from "./movedPlace.ts"
import { type Place, samePlaces, storedPlace } from "./places.ts"
import { type HeightAt, type SpaceType, spaceShapeOf } from "./spaceShape.ts"

/** A vertex of an edited shape: a new place, or the index of a stored one that stays. */
export type Vertex = Place | number

/** Adds a shape of the chosen category, or of the object that it continues, and selects it. */
export const addSpaceShape = (
  state: EditorState,
  type: SpaceType,
  points: ReadonlyArray<Vector>,
  { configuration, tracks }: Setting,
): EditorState => {
  const { sensor } = state
  if (!takesObjects(state) || (sensor !== undefined && !hasSpaceShapes(sensor))) return state
  const { categoryId, trackId } = continuedIn(state) ?? { categoryId: state.categoryId, trackId: undefined }
  const attributes = initialAttributes(attributesOf(configuration, categoryId))
  const drawn = { type, points: points.map(storedPlace), categoryId, trackId, attributes }
  const added = withShape(labelOf(state), state.frame, drawn, tracks)
  return { ...edited(state, "add", added.label), selected: new Set([added.key]) }
}

/** Gives a shape other vertices. In a sequence the frame becomes a keyframe. */
export const setVertices = (
  state: EditorState,
  key: string,
  vertices: ReadonlyArray<Vertex>,
  { tracks }: Setting,
  /** Edits with the same one in succession are one step. */
  merge: string | null = null,
): EditorState => {
  const annotation = annotationIn(labelOf(state), state.frame, key)
  if (annotation === undefined) return state
  const present = isArray(annotation.source.points) ? annotation.source.points : []
  const points = vertices.map((vertex) =>
    typeof vertex === "number" ? (present[vertex] ?? null) : storedPlace(vertex),
  )
  if (samePlaces(present, points)) return state
  const moves = vertices.every((vertex) => typeof vertex !== "number")
  return edited(
    state,
    moves ? "move" : "reshape",
    withGeometry(labelOf(state), state.frame, annotation, { points }, tracks),
    merge,
  )
}

/** Moves what is selected, shapes and cuboids. The repeats of a key are one step. */
export const nudgeInSpace = (
  state: EditorState,
  by: Vector,
  /** Undefined before a cloud is loaded. */
  ground: HeightAt | undefined,
  setting: Setting,
): EditorState => {
  let label = withMovedCuboids(state, by, setting)
  for (const key of editable(state)) {
    const annotation = annotationIn(label, state.frame, key)
    const shape = annotation && spaceShapeOf(annotation, noHeight)
    if (annotation === undefined || shape === undefined) continue
    const points = shape.places.map((place) => storedPlace(movedPlace(place, by, ground)))
    label = withGeometry(label, state.frame, annotation, { points }, setting.tracks)
  }
  return edited(state, "move", label, mergeOf("move", state))
}

/** Where only the stored places are read. */
const noHeight: HeightAt = () => 0
