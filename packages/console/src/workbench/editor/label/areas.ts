/** Objects that are areas of bitmaps, one for each frame. The label names the revisions of the bitmaps that belong to it. */
import { mostId } from "../../documents/bitmap/TileMask.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject } from "../json/value.ts"
import { findLoadable, listAddresses } from "./addresses.ts"
import type { Annotation } from "./annotation.ts"
import {
  countFrames,
  findFreeLimitedId,
  getFrame,
  isSequence,
  listAnnotations,
  listAnnotationsOfKey,
  readLimitedId,
  withFrame,
} from "./frames.ts"
import type { UsedIds } from "./UsedIds.ts"

/** In place of an address: a revision of the bitmap that exists in the browser alone. */
const unsent = "annotary-bitmap:"

/** The revision of the bitmap that a frame was painted to; undefined while its bitmap is the stored one. */
export const readRevision = (label: JsonObject, frame: number): number | undefined => {
  const url = readBitmap(getFrame(label, frame)).url
  return typeof url === "string" && url.startsWith(unsent) ? Number(url.slice(unsent.length)) : undefined
}

/** A frame that was painted in the browser, with the revision of its bitmap. */
export interface PaintedFrame {
  readonly frame: number
  readonly revision: number
}

/** The frames whose bitmaps exist in the browser alone. */
export const listPaintedFrames = (label: JsonObject): ReadonlyArray<PaintedFrame> =>
  Array.from({ length: countFrames(label) }, (_, frame) => {
    const revision = readRevision(label, frame)
    return revision === undefined ? [] : [{ frame, revision }]
  }).flat()

/** The address of the stored bitmap of a frame. */
export const readBitmapUrl = (label: JsonObject, frame: number): string | undefined =>
  findLoadable(listAddresses(readBitmap(getFrame(label, frame))))

/** The label with another revision of the bitmap of a frame. */
export const withRevision = (label: JsonObject, { frame, revision }: PaintedFrame): JsonObject =>
  withBitmapUrl(label, frame, `${unsent}${revision}`)

/** The label with the address of a bitmap. What else is said of the bitmap stays, but for the old signed address. */
export const withBitmapUrl = (label: JsonObject, frame: number, url: string | null): JsonObject =>
  withFrame(label, frame, (found) =>
    withMembers(found, {
      segmentation_bitmap: withMembers(readBitmap(found), { url, signed_url: undefined }),
    }),
  )

const readBitmap = ({ segmentation_bitmap: bitmap }: JsonObject): JsonObject =>
  isObject(bitmap) ? bitmap : {}

/** The id of an object in the bitmap; undefined for one that no pixel can have. */
export const readPixelId = ({ id }: Pick<Annotation, "id">): number | undefined => readLimitedId(id, mostId)

/** The annotation of an id of the bitmap of a frame. */
export const findArea = (label: JsonObject, frame: number, id: number): Annotation | undefined =>
  listAnnotations(label, frame).find((one) => readPixelId(one) === id)

/** An id that no object and no pixel has. */
export const findFreePixelId = (label: JsonObject, painted: Iterable<number>, usedIds?: UsedIds): number =>
  findFreeLimitedId(label, painted, mostId, usedIds)

/** An id of the bitmap for a track in a frame that does not show it: the track's own where it is free. */
export const findTrackPixelId = (
  label: JsonObject,
  frame: number,
  { id, trackId }: Pick<Annotation, "id" | "trackId">,
  painted: Iterable<number>,
  usedIds?: UsedIds,
): number => {
  const used = new Set(painted)
  const own = readPixelId({ id: trackId ?? id })
  return own !== undefined && !used.has(own) && findArea(label, frame, own) === undefined
    ? own
    : findFreePixelId(label, used, usedIds)
}

/** An object that is an area of the bitmap of a frame. */
export interface Area {
  readonly id: number
  readonly categoryId: number
  readonly attributes: JsonObject
  /** The track that it continues, in a sequence; else it begins one. */
  readonly trackId?: Json | undefined
}

/** The label with an object for an id of the bitmap of a frame. The same label when the frame has it. */
export const withArea = (
  label: JsonObject,
  frame: number,
  { attributes, categoryId, id, trackId = id }: Area,
): JsonObject => {
  if (findArea(label, frame, id) !== undefined) return label
  const track: JsonObject = isSequence(label) ? { track_id: trackId, is_keyframe: true } : {}
  return withFrame(label, frame, (found) => {
    const list = isArray(found.annotations) ? found.annotations : []
    const area: Json = { id, category_id: categoryId, ...track, attributes }
    return withMembers(found, { annotations: [...list, area] })
  })
}

/** The annotation of a track that is nearest to a frame: the last one before it, else the first one after it. */
export const findNearestOfTrack = (label: JsonObject, frame: number, key: string): Annotation | undefined => {
  const frames = [...listAnnotationsOfKey(label, key)]
  return (frames.findLast(([at]) => at <= frame) ?? frames[0])?.[1]
}
