/** The lists of ids in a label: read when a frame is opened, written for the frames that were painted. */
import { getFrame, withEachFrame } from "../../../model/document/frames.ts"
import { withMembers } from "../../../model/json/edit.ts"
import { isArray, type JsonObject, toNumber } from "../../../model/json/value.ts"
import { readPointRevision } from "./pointLabel.ts"

/** The highest id that can be painted. */
export const mostPointId = 0xffff_ffff

/**
 * The ids of a frame as it was read. Undefined where it has none, as before the first stroke, and `unreadable` where one of them is no
 * whole number from 0 on.
 */
export const readPointIds = (label: JsonObject, frame: number): Uint32Array | "unreadable" | undefined => {
  const value = getFrame(label, frame).point_annotations
  if (value === undefined || value === null || (isArray(value) && value.length === 0)) return undefined
  if (!isArray(value)) return "unreadable"
  const ids = new Uint32Array(value.length)
  for (let point = 0; point < ids.length; point++) {
    const id = toNumber(value[point])
    if (!(Number.isInteger(id) && id >= 0 && id <= mostPointId)) return "unreadable"
    ids[point] = id
  }
  return ids
}

/** The label to send: with the ids of painted frames as lists, and an empty list where a frame has none. */
export const withPointIds = (label: JsonObject, idsOf: (frame: number) => Uint32Array): JsonObject =>
  withEachFrame(label, (found, frame) => {
    const value = found.point_annotations
    if (readPointRevision(label, frame) !== undefined)
      return withMembers(found, { point_annotations: [...idsOf(frame)] })
    return value === undefined || value === null ? withMembers(found, { point_annotations: [] }) : found
  })
