/** Copies of cuboids and shapes in other frames of their tracks, as keyframes. */
import { idle } from "../../tools/Gesture.ts"
import { type EditorState, getLabel } from "../EditorState.ts"
import { withMembers } from "../json/edit.ts"
import type { JsonObject } from "../json/value.ts"
import { type Annotation, isDrawn } from "../label/annotation.ts"
import { parseCuboid } from "../label/cuboids/cuboid.ts"
import { withCuboid } from "../label/cuboids/cuboids.ts"
import { countFrames, findAnnotation, hasFrame, isSequence, listAnnotations } from "../label/frames.ts"
import { withPasted } from "../label/shapes.ts"
import { type TrackSettings, withKeyframe } from "../label/tracks/keyframes.ts"
import type { UsedIds } from "../label/UsedIds.ts"
import { applyEdit, type Setting } from "./edit.ts"

/** The selected annotations of the shown frame that are cuboids or shapes and may be edited. */
const listCopied = (state: EditorState): ReadonlyArray<Annotation> =>
  listAnnotations(getLabel(state), state.frame).filter(
    (annotation) =>
      state.selected.has(annotation.key) &&
      !state.locked.has(annotation.key) &&
      (isDrawn(annotation) || parseCuboid(annotation.source) !== undefined),
  )

/** Copies what is selected into the next frame, and shows it. An object that is there gets the shape as a keyframe. */
export const copyToNext = (state: EditorState, { tracks }: Setting): EditorState => {
  const label = getLabel(state)
  const next = state.frame + 1
  if (state.readOnly || !hasFrame(label, next)) return state
  const copies = withCopies(label, next, listCopied(state), tracks, state.usedIds)
  return { ...applyEdit(state, "paste", copies), frame: next, gesture: idle }
}

/** Copies what is selected into frames for which `from <= frame <= to`. Those that show it get its place and size. */
export const copyInto = (state: EditorState, from: number, to: number, { tracks }: Setting): EditorState => {
  let label = getLabel(state)
  if (state.readOnly || !isSequence(label)) return state
  const annotations = listCopied(state)
  for (let frame = Math.max(from, 0); frame <= Math.min(to, countFrames(label) - 1); frame++)
    if (frame !== state.frame) label = withCopies(label, frame, annotations, tracks, state.usedIds)
  return applyEdit(state, "paste", label)
}

/** The number of frames that the key copies into: as many as the keys go through at once. */
const far = 5

/** Copies what is selected into the frames after the shown one. */
export const copyOn = (state: EditorState, setting: Setting): EditorState =>
  copyInto(state, state.frame + 1, state.frame + far, setting)

const withCopies = (
  label: JsonObject,
  frame: number,
  annotations: ReadonlyArray<Annotation>,
  tracks: TrackSettings,
  usedIds: UsedIds,
): JsonObject => {
  let result = label
  for (const annotation of annotations) {
    const { key, source } = annotation
    const cuboid = parseCuboid(source)
    const there = findAnnotation(result, frame, key)
    result =
      there === undefined
        ? withPasted(result, frame, [annotation], tracks, usedIds).label
        : cuboid === undefined
          ? withKeyframe(result, frame, key, withMembers(there.source, pickGeometry(source)), tracks)
          : makeKeyframe(withCuboid(result, frame, key, cuboid, tracks), frame, key, tracks)
  }
  return result
}

const pickGeometry = ({ points, shape, type }: JsonObject) => ({ type, points, shape })

/** A copy is a keyframe also where the object was there already by interpolation. */
const makeKeyframe = (label: JsonObject, frame: number, key: string, tracks: TrackSettings): JsonObject => {
  const annotation = findAnnotation(label, frame, key)
  return annotation === undefined || annotation.isKeyframe || !isSequence(label)
    ? label
    : withKeyframe(label, frame, key, annotation.source, tracks)
}
