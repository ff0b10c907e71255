/** Edits of shapes: drawing new ones, changing their points, copying them. In sequences they make keyframes. */
import { besideItself, cuboidOf } from "../../cloud/model/cuboid.ts"
import { withCuboidSource } from "../../cloud/model/cuboidSource.ts"
import type { ShapeType } from "../geometry/outline.ts"
import { type Point, type Points, plus, rounded } from "../geometry/point.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, type Json, type JsonObject, numberOf } from "../json/value.ts"
import { samePoints } from "../tracks/interpolate.ts"
import { type TrackSettings, withKeyframe } from "../tracks/keyframes.ts"
import { type Annotation, keyOf } from "./annotation.ts"
import { type Changes, changeShape } from "./exactShape.ts"
import { annotationIn, freeId, isSequence, unusedIn, withAnnotation, withFrame } from "./frames.ts"
import { withEdited } from "./objects.ts"

/** A shape that is about to be added. */
export interface NewShape {
  readonly type: ShapeType
  readonly categoryId: number
  /** The points as they are stored. */
  readonly points: Json
  readonly attributes: JsonObject
  /** The track that it continues, which another sensor has; by default it begins one. */
  readonly trackId?: Json | undefined
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
  { attributes, categoryId, points, trackId, type }: NewShape,
  settings: TrackSettings,
): Added => {
  const track = trackId ?? freeId(label)
  const source = {
    id: unusedIn(label, frame, track),
    category_id: categoryId,
    type,
    points,
    attributes,
    ...(trackId === undefined ? {} : { track_id: trackId }),
  }
  return { label: placed(label, frame, source, settings), key: keyOf(track) }
}

const placed = (label: JsonObject, frame: number, source: JsonObject, settings: TrackSettings): JsonObject =>
  isSequence(label)
    ? withKeyframe(
        label,
        frame,
        keyOf(source.track_id ?? source.id),
        withMembers(source, { track_id: source.track_id ?? source.id }),
        settings,
      )
    : withFrame(label, frame, (found) => withAnnotation(found, keyOf(source.id), source))

/** Changes the points of an object in a frame, rounded, and its exact shape with them. In a sequence the frame becomes a keyframe. */
export const withPoints = (
  label: JsonObject,
  frame: number,
  key: string,
  points: Points,
  settings: TrackSettings,
): JsonObject => {
  const annotation = annotationIn(label, frame, key)
  const next = points.map(rounded)
  if (annotation === undefined || samePoints(annotation.points, next)) return label
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

/** How far a copy lies from its original in the same frame, so that both are seen. */
const beside: Point = [10, 10]

/** Places of a point cloud a meter beside those of a shape. */
const besideInSpace = ({ points }: JsonObject): Json =>
  isArray(points)
    ? points.map((place) =>
        isArray(place) ? place.with(0, Math.round((numberOf(place[0]) + 1) * 1000) / 1000) : place,
      )
    : []

/** A copy beside its original. */
const apart = (original: Annotation, { inSpace }: TrackSettings): JsonObject => {
  const { points, source } = original
  const cuboid = cuboidOf(source)
  if (cuboid !== undefined) return withCuboidSource(source, besideItself(cuboid))
  if (inSpace) return withMembers(source, { points: besideInSpace(source) })
  const next = points.map((at) => plus(at, beside))
  return withMembers(source, { points: next.map(rounded), ...changeShape(original, next) })
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
): { readonly label: JsonObject; readonly keys: ReadonlySet<string> } => {
  let edited = label
  const keys = new Set<string>()
  for (const copy of copied) {
    const { key, source, trackId } = copy
    const continues = isSequence(edited) && trackId !== undefined && !annotationIn(edited, frame, key)
    if (continues) {
      edited = placed(edited, frame, source, settings)
      keys.add(key)
      continue
    }
    const id = freeId(edited)
    const added = withMembers(
      annotationIn(edited, frame, key) === undefined ? source : apart(copy, settings),
      {
        id,
        track_id: isSequence(edited) ? id : undefined,
      },
    )
    edited = placed(edited, frame, added, settings)
    keys.add(keyOf(id))
  }
  return { label: edited, keys }
}
