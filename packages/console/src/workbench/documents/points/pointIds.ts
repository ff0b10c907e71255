/** The lists of ids in a label: read when a frame is opened, written for the frames that were painted. */
import { withMembers } from "../../editor/json/edit.ts"
import { isArray, type JsonObject, toNumber } from "../../editor/json/value.ts"
import { getFrame, withEachFrame } from "../../editor/label/frames.ts"
import { readPointRevision } from "../../editor/label/pointLabel.ts"

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

/** Ids of points as drafts keep them: in as few bytes for each as the highest of them needs. */
type PackedIds = Uint8Array | Uint16Array | Uint32Array

/** The ids of a painted frame, with their revision. */
export interface PackedFrame {
  readonly frame: number
  readonly revision: number
  readonly ids: PackedIds
}

/** A packed copy. */
export const packIds = (ids: Uint32Array): PackedIds => {
  let highest = 0
  for (const id of ids) if (id > highest) highest = id
  if (highest <= 0xff) return new Uint8Array(ids)
  return highest <= 0xffff ? new Uint16Array(ids) : new Uint32Array(ids)
}

export const unpackIds = (packed: PackedIds): Uint32Array => new Uint32Array(packed)
