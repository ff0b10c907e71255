/** The edits of shapes in a point cloud. Places that an edit does not touch keep their text. */
import type { HeightAt } from "../../geometry/space/groundAt.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { canTakeObjects, type EditorState, getLabel, hasSpaceShapes } from "../EditorState.ts"
import { withMembers } from "../json/edit.ts"
import { isArray } from "../json/value.ts"
import { listAttributes, makeInitialAttributes } from "../label/attributes/configuration.ts"
import { findAnnotation } from "../label/frames.ts"
import { withGeometry, withShape } from "../label/shapes.ts"
import { isSamePlaces, movePlace, type Place, toStoredPlace } from "../label/spaceShapes/places.ts"
import { readSpaceShape, type SpaceType } from "../label/spaceShapes/spaceShape.ts"
import { findContinued, findOwnTrack } from "../sensorLabels.ts"
import { formatMergeName, withMovedCuboids } from "./cuboidEdits.ts"
import { addKeyframe, applyEdit, listEditable, type Setting } from "./edit.ts"

/** A vertex of an edited shape: a new place, or the index of a stored one that stays. */
export type Vertex = Place | number

/** Adds a shape of the chosen category, or of the object that it continues, and selects it. */
export const addSpaceShape = (
  state: EditorState,
  type: SpaceType,
  points: ReadonlyArray<Vector>,
  { configuration, tracks }: Setting,
): EditorState => {
  const { sensor, usedIds } = state
  if (!canTakeObjects(state) || (sensor !== undefined && !hasSpaceShapes(sensor))) return state
  const places = points.map(toStoredPlace)
  const own = findOwnTrack(state)
  if (own?.source.type === type)
    return addKeyframe(state, own.key, withMembers(own.source, { points: places }), tracks)
  const { categoryId, trackId } = findContinued(state) ?? { categoryId: state.categoryId, trackId: undefined }
  const attributes = makeInitialAttributes(listAttributes(configuration, categoryId))
  const drawn = { type, points: places, categoryId, trackId, attributes, usedIds }
  const added = withShape(getLabel(state), state.frame, drawn, tracks)
  return { ...applyEdit(state, "add", added.label), selected: new Set([added.key]) }
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
  const annotation = findAnnotation(getLabel(state), state.frame, key)
  if (annotation === undefined) return state
  const present = isArray(annotation.source.points) ? annotation.source.points : []
  const points = vertices.map((vertex) =>
    typeof vertex === "number" ? (present[vertex] ?? null) : toStoredPlace(vertex),
  )
  if (isSamePlaces(present, points)) return state
  const moves = vertices.every((vertex) => typeof vertex !== "number")
  return applyEdit(
    state,
    moves ? "move" : "reshape",
    withGeometry(getLabel(state), state.frame, annotation, { points }, tracks),
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
  for (const key of listEditable(state)) {
    const annotation = findAnnotation(label, state.frame, key)
    const shape = annotation && readSpaceShape(annotation, getNoHeight)
    if (annotation === undefined || shape === undefined) continue
    const points = shape.places.map((place) => toStoredPlace(movePlace(place, by, ground)))
    label = withGeometry(label, state.frame, annotation, { points }, setting.tracks)
  }
  return applyEdit(state, "move", label, formatMergeName("move", state))
}

/** Used if only the stored places are read. */
const getNoHeight: HeightAt = () => 0
