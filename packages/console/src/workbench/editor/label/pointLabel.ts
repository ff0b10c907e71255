/**
 * The ids of points in a label. A frame that nobody has painted keeps the list that it was read with. A painted one names a revision in its
 * place: the ids lie outside of the label until it is sent.
 */
import { withMembers } from "../json/edit.ts"
import type { Json, JsonObject } from "../json/value.ts"
import { countFrames, getFrame, withEachFrame, withFrame } from "./frames.ts"

/** In place of a list: a revision of the ids that exists in the browser alone. */
const unsent = "annotary-points:"

/** The revision of the ids that a frame names; undefined while they are as they were read. */
export const readPointRevision = (label: JsonObject, frame: number): number | undefined => {
  const value = getFrame(label, frame).point_annotations
  return typeof value === "string" && value.startsWith(unsent)
    ? Number(value.slice(unsent.length))
    : undefined
}

/** The label with another revision of the ids of a frame. */
export const withPointRevision = (label: JsonObject, frame: number, revision: number): JsonObject =>
  withFrame(label, frame, (found) => withMembers(found, { point_annotations: `${unsent}${revision}` }))

/** The frames that name a revision. */
export const listPointFrames = (label: JsonObject): ReadonlyArray<number> =>
  Array.from({ length: countFrames(label) }, (_, frame) => frame).filter(
    (frame) => readPointRevision(label, frame) !== undefined,
  )

const nothing: Json = []

/** The label without ids, for checks that look at the objects alone. Labels of other kinds stay as they are. */
export const removePointIds = (label: JsonObject): JsonObject => {
  const frames = Array.from({ length: countFrames(label) }, (_, frame) => getFrame(label, frame))
  if (frames.every(({ point_annotations: ids }) => ids === undefined)) return label
  return withEachFrame(label, (found) => withMembers(found, { point_annotations: nothing }))
}
