/** Edits of shapes: drawing new ones, changing their points, copying them. In sequences they make keyframes. */
import type { ShapeType } from "../../geometry/outline.ts"
import { addPoints, type Point, type Points, roundPoint } from "../../geometry/point.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, type Json, type JsonObject, toNumber } from "../json/value.ts"
import { type Annotation, toKey } from "./annotation.ts"
import { moveBeside, parseCuboid } from "./cuboids/cuboid.ts"
import { withCuboidSource } from "./cuboids/cuboidSource.ts"
import { type Changes, changeShape } from "./exactShape.ts"
import { findAnnotation, findFreeId, findUnused, isSequence, withAnnotation, withFrame } from "./frames.ts"
import { withEdited } from "./objects.ts"
import { isSamePoints } from "./tracks/interpolate.ts"
import { type TrackSettings, withKeyframe } from "./tracks/keyframes.ts"
import type { UsedIds } from "./UsedIds.ts"

/** A shape that is about to be added. */
export interface NewShape {
  readonly type: ShapeType
  readonly categoryId: number
  /** The points as they are stored. */
  readonly points: Json
  readonly attributes: JsonObject
  /** The track that it continues, which another sensor has; by default it begins one. */
  readonly trackId?: Json | undefined
  /** Ids that it does not get. */
  readonly usedIds?: UsedIds
}

/** A label, and the key of the object that was added to it. */
export interface Added {
  readonly label: JsonObject
  readonly key: string
}

/** Adds a shape to a frame. In a sequence it is the first keyframe of a new track. */
export const withShape = (
  label: JsonObject,
  frame: number,
  { attributes, categoryId, points, trackId, type, usedIds }: NewShape,
  settings: TrackSettings,
): Added => {
  const track = trackId ?? findFreeId(label, usedIds)
  const source = {
    id: findUnused(label, frame, track, usedIds),
    category_id: categoryId,
    type,
    points,
    attributes,
    ...(trackId === undefined ? {} : { track_id: trackId }),
  }
  return { label: placeShape(label, frame, source, settings), key: toKey(track) }
}

const placeShape = (
  label: JsonObject,
  frame: number,
  source: JsonObject,
  settings: TrackSettings,
): JsonObject =>
  isSequence(label)
    ? withKeyframe(
        label,
        frame,
        toKey(source.track_id ?? source.id),
        withMembers(source, { track_id: source.track_id ?? source.id }),
        settings,
      )
    : withFrame(label, frame, (found) => withAnnotation(found, toKey(source.id), source))

/** Changes the points of an object in a frame, rounded, and its exact shape with them. In a sequence the frame becomes a keyframe. */
export const withPoints = (
  label: JsonObject,
  frame: number,
  key: string,
  points: Points,
  settings: TrackSettings,
): JsonObject => {
  const annotation = findAnnotation(label, frame, key)
  const next = points.map(roundPoint)
  if (annotation === undefined || isSamePoints(annotation.points, next)) return label
  return withGeometry(
    label,
    frame,
    annotation,
    { points: next, ...changeShape(annotation, points) },
    settings,
  )
}

/** Gives an object another geometry in a frame, which becomes a keyframe in a sequence. */
export const withGeometry = (
  label: JsonObject,
  frame: number,
  { key, source, trackId }: Annotation,
  geometry: Changes,
  settings: TrackSettings,
): JsonObject => {
  const changed = withMembers(source, geometry)
  return isSequence(label) && trackId !== undefined
    ? withKeyframe(label, frame, key, changed, settings)
    : withEdited(label, frame, key, () => changed)
}

/** The distance of a copy from its original in the same frame, so that both are seen. */
const beside: Point = [10, 10]

/** Places of a point cloud a meter beside those of a shape. */
const moveBesideInSpace = ({ points }: JsonObject): Json =>
  isArray(points)
    ? points.map((place) =>
        isArray(place) ? place.with(0, Math.round((toNumber(place[0]) + 1) * 1000) / 1000) : place,
      )
    : []

/** A copy beside its original. */
const moveApart = (original: Annotation, { inSpace }: TrackSettings): JsonObject => {
  const { points, source } = original
  const cuboid = parseCuboid(source)
  if (cuboid !== undefined) return withCuboidSource(source, moveBeside(cuboid))
  if (inSpace) return withMembers(source, { points: moveBesideInSpace(source) })
  const next = points.map((at) => addPoints(at, beside))
  return withMembers(source, { points: next.map(roundPoint), ...changeShape(original, next) })
}

/**
 * Pastes copied annotations into a frame. A track that the frame does not show gets a keyframe there; all else
 * becomes a new object, beside the original where both are in one frame.
 */
export const withPasted = (
  label: JsonObject,
  frame: number,
  copied: ReadonlyArray<Annotation>,
  settings: TrackSettings,
  usedIds?: UsedIds,
): { readonly label: JsonObject; readonly keys: ReadonlySet<string> } => {
  let edited = label
  const keys = new Set<string>()
  for (const copy of copied) {
    const { key, source, trackId } = copy
    const continues = isSequence(edited) && trackId !== undefined && !findAnnotation(edited, frame, key)
    if (continues) {
      edited = placeShape(edited, frame, source, settings)
      keys.add(key)
      continue
    }
    const id = findFreeId(edited, usedIds)
    const added = withMembers(
      findAnnotation(edited, frame, key) === undefined ? source : moveApart(copy, settings),
      {
        id,
        track_id: isSequence(edited) ? id : undefined,
      },
    )
    edited = placeShape(edited, frame, added, settings)
    keys.add(toKey(id))
  }
  return { label: edited, keys }
}
