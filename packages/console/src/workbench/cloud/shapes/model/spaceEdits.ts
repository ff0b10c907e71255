/** The edits of shapes in a point cloud. Places that an edit does not touch keep their text. */
import { attributesOf, initialAttributes } from "../../../model/attributes/configuration.ts"
import { keyOf } from "../../../model/document/annotation.ts"
import { freeId, withAnnotation, withFrame } from "../../../model/document/frames.ts"
import { withEdited } from "../../../model/document/objects.ts"
import { type EditorState, labelOf } from "../../../model/editor/EditorState.ts"
import { edited, type Setting } from "../../../model/editor/edit.ts"
import { withMembers } from "../../../model/json/edit.ts"
import { isArray, type Json } from "../../../model/json/value.ts"
import type { Vector } from "../../model/vector.ts"
import type { SpaceType } from "./spaceShape.ts"

/** A vertex of an edited shape: a new place, or the index of a stored one that stays. */
export type Vertex = Vector | number

/** The place in millimeters, as edits store it. */
const stored = (place: Vector): Json => place.map((value) => Math.round(value * 1000) / 1000 + 0)

/** Adds a shape of the chosen category, and selects it. */
export const addSpaceShape = (
  state: EditorState,
  type: SpaceType,
  points: ReadonlyArray<Vector>,
  { configuration }: Setting,
): EditorState => {
  if (state.readOnly) return state
  const label = labelOf(state)
  const id = freeId(label)
  const attributes = initialAttributes(attributesOf(configuration, state.categoryId))
  const source = { id, category_id: state.categoryId, type, points: points.map(stored), attributes }
  const added = withFrame(label, state.frame, (found) => withAnnotation(found, keyOf(id), source))
  return { ...edited(state, "add", added), selected: new Set([keyOf(id)]) }
}

/** Gives a shape other vertices. */
export const setVertices = (
  state: EditorState,
  key: string,
  vertices: ReadonlyArray<Vertex>,
): EditorState => {
  const moves = vertices.every((vertex) => typeof vertex !== "number")
  const label = withEdited(labelOf(state), state.frame, key, (source) => {
    const present = isArray(source.points) ? source.points : []
    const points = vertices.map((vertex) =>
      typeof vertex === "number" ? (present[vertex] ?? null) : stored(vertex),
    )
    return withMembers(source, { points })
  })
  return edited(state, moves ? "move" : "reshape", label)
}
