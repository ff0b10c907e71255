/** Finds where annotations are in a label: at its top, or in the frames of a sequence. */
import { mapItems, setAt, withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject, NumberText, toNumber } from "../json/value.ts"
import { type Annotation, readAnnotations, toKey } from "./annotation.ts"
import { getIdsElsewhere, isNoFrame } from "./sensors.ts"
import { pickHigher, type UsedIds } from "./UsedIds.ts"

/** Whether the label has frames. */
export const isSequence = (label: JsonObject): boolean => isArray(label.frames)

/** The number of frames; one for a label without. */
export const countFrames = (label: JsonObject): number => (isArray(label.frames) ? label.frames.length : 1)

/** The object that has the annotations and the image attributes of a frame. */
export const getFrame = (label: JsonObject, frame: number): JsonObject => {
  if (!isArray(label.frames)) return label
  const frameObject = label.frames[frame]
  return isObject(frameObject) ? frameObject : {}
}

/** Whether the label can have something in a frame. A frame that its sensor lacks is one of the other sensors alone. */
export const hasFrame = (label: JsonObject, frame: number): boolean =>
  isArray(label.frames)
    ? frame >= 0 && frame < label.frames.length && !isNoFrame(label.frames[frame])
    : frame === 0

/** The label with a frame edited. The same label where its sensor lacks the frame. */
export const withFrame = (
  label: JsonObject,
  frame: number,
  edit: (frame: JsonObject) => JsonObject,
): JsonObject => {
  if (!isArray(label.frames)) return edit(label)
  if (frame < 0 || frame >= label.frames.length)
    throw new RangeError(`Frame ${frame} is outside the ${label.frames.length} frames of the label.`)
  if (!hasFrame(label, frame)) return label
  return withMembers(label, { frames: label.frames.with(frame, edit(getFrame(label, frame))) })
}

/** The label with each frame edited. Frames that stay the same keep their text. */
export const withEachFrame = (
  label: JsonObject,
  edit: (frame: JsonObject, index: number) => JsonObject,
): JsonObject => {
  if (!isArray(label.frames)) return edit(label, 0)
  const frames = mapItems(label.frames, (found, index) =>
    isNoFrame(found) ? found : edit(getFrame(label, index), index),
  )
  return withMembers(label, { frames })
}

/** The annotations of a frame. */
export const listAnnotations = (label: JsonObject, frame: number): ReadonlyArray<Annotation> =>
  readAnnotations(getFrame(label, frame).annotations)

/** The annotation of an object in a frame. */
export const findAnnotation = (label: JsonObject, frame: number, key: string): Annotation | undefined =>
  listAnnotations(label, frame).find((annotation) => annotation.key === key)

/** The annotations of one object in all frames, by frame. */
export const listAnnotationsOfKey = (label: JsonObject, key: string): ReadonlyMap<number, Annotation> => {
  const annotations = new Map<number, Annotation>()
  for (let frame = 0; frame < countFrames(label); frame++) {
    const annotation = findAnnotation(label, frame, key)
    if (annotation !== undefined) annotations.set(frame, annotation)
  }
  return annotations
}

/** The annotation of an object in the frame that is nearest to one. */
export const findNearestIn = (
  annotations: ReadonlyMap<number, Annotation>,
  frame: number,
): Annotation | undefined => {
  let nearest: { readonly distance: number; readonly annotation: Annotation } | undefined
  for (const [at, annotation] of annotations) {
    const distance = Math.abs(at - frame)
    if (nearest === undefined || distance < nearest.distance) nearest = { distance, annotation }
  }
  return nearest?.annotation
}

/** The frame with an annotation replaced, added at the end, or removed with `undefined`. */
export const withAnnotation = (
  frame: JsonObject,
  key: string,
  source: JsonObject | undefined,
): JsonObject => {
  const list = isArray(frame.annotations) ? frame.annotations : []
  const present = readAnnotations(list).find((annotation) => annotation.key === key)?.source
  if (present === source) return frame
  const at = present === undefined ? list.length : list.indexOf(present)
  const annotations = source === undefined ? list.toSpliced(at, 1) : list.toSpliced(at, 1, source)
  return withMembers(frame, { annotations })
}

/** The label with an annotation of an object in a frame. One that is new there gets an id that no other annotation of the frame has. */
export const placeAnnotation = (
  label: JsonObject,
  frame: number,
  key: string,
  source: JsonObject,
): JsonObject => {
  const isNew = source.id !== undefined && findAnnotation(label, frame, key) === undefined
  const placed = isNew ? withMembers(source, { id: findUnused(label, frame, source.id ?? null) }) : source
  return withFrame(label, frame, (found) => withAnnotation(found, key, placed))
}

/** The last frame in which the label can have something; -1 without one. */
export const findLastFrame = (label: JsonObject): number => {
  let frame = countFrames(label) - 1
  while (frame >= 0 && !hasFrame(label, frame)) frame -= 1
  return frame
}

/** An id that no annotation or track of the label has, and none had before. */
export const findFreeId = (label: JsonObject, usedIds?: UsedIds): Json => {
  let highest = usedIds?.highest ?? 0n
  for (const used of getIdsElsewhere(label).values()) highest = pickHigher(highest, used)
  for (let frame = 0; frame < countFrames(label); frame++)
    for (const { id, trackId } of listAnnotations(label, frame))
      for (const used of [id, trackId]) highest = pickHigher(highest, used)
  const free = highest + 1n
  return free <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(free) : new NumberText(String(free))
}

/** The id for an annotation of a track: that of the track, where no other annotation of the frame has it. */
export const findUnused = (label: JsonObject, frame: number, track: Json, usedIds?: UsedIds): Json =>
  listAnnotations(label, frame).some(({ id }) => toKey(id) === toKey(track))
    ? findFreeId(label, usedIds)
    : track

/** The attributes of the image, or of a frame of it. */
export const getImageAttributes = (label: JsonObject, frame: number): JsonObject => {
  const attributes = getFrame(label, frame).image_attributes
  return isObject(attributes) ? attributes : {}
}

/** The label with an attribute of the image set, or removed with `undefined`. */
export const withImageAttribute = (
  label: JsonObject,
  frame: number,
  name: string,
  value: Json | undefined,
): JsonObject =>
  withFrame(label, frame, (found) => {
    const edited = setAt(found, ["image_attributes", name], value)
    return isObject(edited) ? edited : found
  })

/** Whether an object is in the label, or a track in any of its frames. */
export const isAnywhere = (label: JsonObject, key: string): boolean => {
  for (let frame = 0; frame < countFrames(label); frame++)
    if (findAnnotation(label, frame, key) !== undefined) return true
  return false
}

/** The number of an id; undefined for one that nothing can name. */
export const readLimitedId = (id: Json | undefined, most: number): number | undefined => {
  const value = toNumber(id)
  return Number.isInteger(value) && value > 0 && value <= most ? value : undefined
}

/**
 * The least id above those of a label, of what else is used, and of objects that were there before; below them where none is left above.
 * One that an object had before is given again only where there is no other.
 */
export const findFreeLimitedId = (
  label: JsonObject,
  others: Iterable<number>,
  most: number,
  usedIds?: UsedIds,
): number => {
  const used = new Set(others)
  for (let frame = 0; frame < countFrames(label); frame++)
    for (const { id, trackId } of listAnnotations(label, frame))
      for (const usedId of [id, trackId]) {
        const number = readLimitedId(usedId, most)
        if (number !== undefined) used.add(number)
      }
  const numbers = [...(usedIds?.listNumbers() ?? [])].filter((id) => readLimitedId(id, most) !== undefined)
  const before = new Set(numbers)
  let highest = 0
  for (const ids of [used, before]) for (const id of ids) highest = Math.max(highest, id)
  if (highest < most) return highest + 1
  for (let free = 1; free <= most; free++) if (!used.has(free) && !before.has(free)) return free
  let free = 1
  while (used.has(free)) free++
  return free
}
