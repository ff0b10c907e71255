/** Takes an object from another label of the same sample: whole, or one aspect of it. Everything else keeps its text. */
import { setAt, withMembers } from "../json/edit.ts"
import { print } from "../json/parse.ts"
import { isObject, type Json, type JsonObject } from "../json/value.ts"
import { type Annotation, toKey } from "./annotation.ts"
import {
  countFrames,
  findFreeId,
  findNearestIn,
  getImageAttributes,
  listAnnotations,
  placeAnnotation,
  withImageAttribute,
} from "./frames.ts"
import { removeObjects, removeObjectsIn, withEdited } from "./objects.ts"
import { getIdsElsewhere } from "./sensors.ts"
import type { UsedIds } from "./UsedIds.ts"

/**
 * The part of an object that is taken. A category comes with its attributes; a shape is everything but ids, category and attributes. `trackNames`:
 * those of the attributes that are the same in all frames of a track.
 */
export type Aspect =
  | { readonly kind: "object" | "category" | "shape" }
  | {
      readonly kind: "attributes"
      readonly names: ReadonlyArray<string>
      readonly trackNames: ReadonlyArray<string>
    }

/** An object of another label. */
export interface Version {
  readonly label: JsonObject
  /** Undefined where the label lacks the object. */
  readonly key: string | undefined
}

const objects = new WeakMap<JsonObject, ReadonlyMap<string, ReadonlyMap<number, Annotation>>>()

const nowhere: ReadonlyMap<number, Annotation> = new Map()

/** The annotations of an object by frame. All objects of a label are indexed at once: the choices between many are read after each edit. */
const findObject = (label: JsonObject, key: string): ReadonlyMap<number, Annotation> => {
  const index = objects.get(label) ?? indexObjects(label)
  objects.set(label, index)
  return index.get(key) ?? nowhere
}

const indexObjects = (label: JsonObject): ReadonlyMap<string, ReadonlyMap<number, Annotation>> => {
  const index = new Map<string, Map<number, Annotation>>()
  for (let frame = 0; frame < countFrames(label); frame++)
    for (const annotation of listAnnotations(label, frame)) {
      const frames = index.get(annotation.key) ?? new Map<number, Annotation>()
      index.set(annotation.key, frames.set(frame, annotation))
    }
  return index
}

/** Whether an object is in any frame of the label. */
export const hasObject = (label: JsonObject, key: string): boolean => findObject(label, key).size > 0

/**
 * The label with an object, or an aspect of it, as another label has it in all frames. `before`: a version of the label that has the object, for
 * one that was removed.
 */
export const withVersion = (
  label: JsonObject,
  key: string,
  version: Version,
  aspect: Aspect,
  before: JsonObject = label,
): JsonObject => {
  if (version.key === undefined) return removeObjects(label, new Set([key]))
  const own = findObject(label, key)
  const present = own.size === 0 ? findObject(before, key) : own
  const others = findObject(version.label, version.key)
  let taken = label
  for (let frame = 0; frame < countFrames(label); frame++) {
    const [here, other] = [own.get(frame), others.get(frame)]
    const nearest = findNearestIn(others, frame)
    if (here !== undefined && other !== undefined)
      taken = withEdited(taken, frame, key, () => takeAspect(here, other, aspect))
    else if (here !== undefined && hasShape(aspect))
      taken = removeObjectsIn(taken, new Set([key]), frame, frame)
    else if (here !== undefined && nearest !== undefined)
      taken = withEdited(taken, frame, key, () => takeAspect(here, nearest, toTrackAspect(aspect)))
    else if (other !== undefined && hasShape(aspect))
      taken = placeAnnotation(taken, frame, key, toOwn(other.source, findNearestIn(present, frame), aspect))
  }
  return taken
}

/** Whether the shape is taken, with the frames in which the object is. */
const hasShape = ({ kind }: Aspect): boolean => kind === "object" || kind === "shape"

/** The part that holds for a whole track: in the frames that the other label lacks, too. */
const toTrackAspect = (aspect: Aspect): Aspect =>
  aspect.kind === "attributes" ? { ...aspect, names: aspect.trackNames } : aspect

/** The source of another label with the ids of the object, and with its category and attributes where only the shape is taken. */
const toOwn = (source: JsonObject, own: Annotation | undefined, { kind }: Aspect): JsonObject =>
  own === undefined
    ? source
    : withMembers(source, {
        id: own.id,
        track_id: own.trackId,
        ...(kind === "shape"
          ? { category_id: own.source.category_id, attributes: own.source.attributes }
          : {}),
      })

const takeAspect = (own: Annotation, { source: other }: Annotation, aspect: Aspect): JsonObject => {
  const { source } = own
  if (isVersion(source, other, aspect)) return source
  switch (aspect.kind) {
    case "object":
    case "shape":
      return toOwn(other, own, aspect)
    case "category":
      return withMembers(source, { category_id: other.category_id, attributes: other.attributes })
    case "attributes":
      return aspect.names.reduce<JsonObject>((taken, name) => {
        const edited = setAt(taken, ["attributes", name], readAttributes(other)[name])
        return isObject(edited) ? edited : taken
      }, source)
  }
}

const readAttributes = ({ attributes }: JsonObject): JsonObject => (isObject(attributes) ? attributes : {})

/** The label with an object that only another label has, and its key: a new one, or `track`, where other sensors have that one. */
export const withAdded = (
  label: JsonObject,
  { key, label: other }: { readonly label: JsonObject; readonly key: string },
  track: string | undefined,
  usedIds: UsedIds,
): { readonly label: JsonObject; readonly key: string } => {
  const elsewhere =
    track === undefined || hasObject(label, track) ? undefined : getIdsElsewhere(label).get(track)
  const id = elsewhere ?? findFreeId(label, usedIds)
  const added = toKey(id)
  let taken = label
  for (const [frame, { source, trackId }] of findObject(other, key))
    taken = placeAnnotation(
      taken,
      frame,
      added,
      withMembers(source, { id, ...(trackId === undefined ? {} : { track_id: id }) }),
    )
  return { label: taken, key: added }
}

/** Whether an object is as another label has it, by one aspect, in all frames. Ids do not count. */
export const isAsIn = (
  label: JsonObject,
  key: string | undefined,
  version: Version,
  aspect: Aspect,
): boolean => {
  const own = key === undefined ? nowhere : findObject(label, key)
  const others = version.key === undefined ? nowhere : findObject(version.label, version.key)
  const frames = new Set([...own.keys(), ...others.keys()])
  for (const frame of frames) {
    const [before, other] = [own.get(frame), others.get(frame)]
    if (before === undefined || other === undefined) {
      if (hasShape(aspect)) return false
    } else if (!isVersion(before.source, other.source, aspect)) return false
  }
  return (own.size === 0) === (others.size === 0)
}

const isVersion = (source: JsonObject, other: JsonObject, aspect: Aspect): boolean =>
  source === other ||
  (aspect.kind === "attributes"
    ? aspect.names.every((name) => isSame(readAttributes(source)[name], readAttributes(other)[name]))
    : listMembers(source, other, aspect).every((name) => isSame(source[name], other[name])))

const ids = ["id", "track_id"]

const listMembers = (source: JsonObject, other: JsonObject, { kind }: Aspect): ReadonlyArray<string> => {
  if (kind === "category") return ["category_id"]
  const left = new Set([...ids, ...(kind === "shape" ? ["category_id", "attributes"] : [])])
  return Object.keys({ ...source, ...other }).filter((name) => !left.has(name))
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && print(a) === print(b))

/** The attributes of an image that are taken, in the frames from the first to the last. */
export interface ImageAspect {
  readonly names: ReadonlyArray<string>
  readonly frames: readonly [first: number, last: number]
}

/** The label with attributes of images as another label has them. Where that lacks a frame, they are removed. */
export const withImageVersion = (
  label: JsonObject,
  other: JsonObject,
  { frames: [first, last], names }: ImageAspect,
): JsonObject => {
  let taken = label
  for (let frame = first; frame <= Math.min(last, countFrames(label) - 1); frame++)
    for (const name of names) {
      const value = getImageAttributes(other, frame)[name]
      if (!isSame(getImageAttributes(taken, frame)[name], value))
        taken = withImageAttribute(taken, frame, name, value)
    }
  return taken
}

/** Whether attributes of images are as another label has them. */
export const isImageAsIn = (label: JsonObject, other: JsonObject, aspect: ImageAspect): boolean =>
  withImageVersion(label, other, aspect) === label
