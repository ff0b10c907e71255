/**
 * Keyframes of tracks. A label stores an annotation in every frame that shows the object; those between keyframes
 * are computed, marked `is_keyframe: false`, and computed anew when a keyframe beside them changes.
 */
import { withMembers } from "../../json/edit.ts"
import type { JsonObject } from "../../json/value.ts"
import type { Annotation } from "../annotation.ts"
import { interpolateCuboid, parseCuboid } from "../cuboids/cuboid.ts"
import { withCuboidSource } from "../cuboids/cuboidSource.ts"
import { withShapeBetween } from "../exactShape.ts"
import {
  countFrames,
  findAnnotation,
  listAnnotationsOfKey,
  placeAnnotation,
  withAnnotation,
  withFrame,
} from "../frames.ts"
import { withPlacesBetween } from "../spaceShapes/places.ts"
import { computeShare, interpolatePoints, isSamePoints } from "./interpolate.ts"

/** The settings of the dataset that decide what lies between and after keyframes. */
export interface TrackSettings {
  readonly interpolates: boolean
  /** Whether a track goes on behind its last keyframe. */
  readonly extrapolates: boolean
  /** Times of the frames, when it is interpolated by time. */
  readonly times?: ReadonlyArray<number> | undefined
  /** Whether a cuboid has one size in all frames of its track. */
  readonly sameDimensions?: boolean
  /** Whether places are meters of a point cloud instead of pixels of an image. */
  readonly inSpace?: boolean
}

/** The keyframes of an object, in order. */
export const listKeyframes = (label: JsonObject, key: string): ReadonlyArray<number> =>
  [...listAnnotationsOfKey(label, key)].filter(([, { isKeyframe }]) => isKeyframe).map(([frame]) => frame)

/**
 * The label with a keyframe of an object placed or replaced. A keyframe in a frame without the object also fills
 * the frames up to its neighbours; one in a frame that had it leaves gaps in the track as they are.
 */
export const withKeyframe = (
  label: JsonObject,
  frame: number,
  key: string,
  source: JsonObject,
  settings: TrackSettings,
): JsonObject => {
  const fills = findAnnotation(label, frame, key) === undefined
  const placed = placeAnnotation(label, frame, key, withMembers(source, { is_keyframe: true }))
  const frames = listKeyframes(placed, key)
  const before = frames.findLast((one) => one < frame)
  const after = frames.find((one) => one > frame)
  const run = { key, settings, fills }
  let filled = placed
  if (before !== undefined) filled = computeRun(filled, { ...run, from: before, to: frame })
  return computeRun(filled, { ...run, from: frame, to: after ?? countFrames(label) })
}

/**
 * The label with a keyframe turned into an ordinary frame. Between keyframes it is interpolated; at an end of the
 * track, the track ends at the keyframe beside it. The only keyframe of a track stays.
 */
export const removeKeyframe = (
  label: JsonObject,
  frame: number,
  key: string,
  settings: TrackSettings,
): JsonObject => {
  const annotation = findAnnotation(label, frame, key)
  const others = listKeyframes(label, key).filter((one) => one !== frame)
  if (annotation === undefined || !annotation.isKeyframe || others.length === 0) return label
  const before = others.findLast((one) => one < frame)
  const after = others.find((one) => one > frame)
  const demoted = placeAnnotation(label, frame, key, withMembers(annotation.source, { is_keyframe: false }))
  const run = { key, settings, fills: false }
  if (before === undefined) return clearRun(demoted, key, 0, (after ?? frame) - 1)
  if (after !== undefined && settings.interpolates)
    return computeRun(demoted, { ...run, from: before, to: after })
  if (settings.extrapolates) return computeRun(demoted, { ...run, from: before, to: countFrames(label) })
  return clearRun(demoted, key, before + 1, (after ?? countFrames(label)) - 1)
}

/** The label with the computed frames around one computed anew, from the keyframes beside it. */
export const computeBetween = (
  label: JsonObject,
  key: string,
  frame: number,
  settings: TrackSettings,
): JsonObject => {
  const frames = listKeyframes(label, key)
  const from = frames.findLast((one) => one < frame)
  const to = frames.find((one) => one >= frame)
  return from === undefined || to === undefined
    ? label
    : computeRun(label, { key, settings, fills: false, from, to })
}

interface Run {
  readonly key: string
  readonly settings: TrackSettings
  /** Whether frames without the object get it. */
  readonly fills: boolean
  /** The keyframe before the run. */
  readonly from: number
  /** The keyframe behind the run, or the number of frames. */
  readonly to: number
}

/** The label with the frames between two keyframes, or behind the last one, computed anew. */
const computeRun = (label: JsonObject, { fills, from, key, settings, to }: Run): JsonObject => {
  const start = findAnnotation(label, from, key)
  const end = findAnnotation(label, to, key)
  if (start === undefined || !(end === undefined ? settings.extrapolates : settings.interpolates))
    return label
  let edited = label
  for (let frame = from + 1; frame < to; frame++) {
    const present = findAnnotation(edited, frame, key)
    if (present === undefined && !fills) continue
    const share = end === undefined ? 0 : computeShare(frame, from, to, settings.times)
    const way = { start, end, share, inSpace: settings.inSpace === true }
    edited = placeAnnotation(edited, frame, key, makeComputedSource(way, present))
  }
  return edited
}

/** A computed annotation: the shape from the keyframes, all else as it is, or as in the keyframe before it. */
const makeComputedSource = (way: Way, present: Annotation | undefined): JsonObject =>
  present === undefined
    ? withMembers(placeOn(way, way.start.source, way.start), { is_keyframe: false })
    : placeOn(way, present.source, present)

const clearRun = (label: JsonObject, key: string, from: number, to: number): JsonObject => {
  let edited = label
  for (let frame = from; frame <= to; frame++)
    edited = withFrame(edited, frame, (found) => withAnnotation(found, key, undefined))
  return edited
}

/** A way between keyframes: without an end the object stays as it was at the start. */
interface Way {
  readonly start: Annotation
  readonly end: Annotation | undefined
  /** From 0 at the start to 1 at the end. */
  readonly share: number
  /** Whether places are meters of a point cloud instead of pixels of an image. */
  readonly inSpace: boolean
}

/** An annotation with the geometry of a place of the way. The same object when it has it already. */
const placeOn = ({ end, inSpace, share, start }: Way, annotation: JsonObject, at: Annotation): JsonObject => {
  const from = parseCuboid(start.source)
  if (from !== undefined) {
    const to = end === undefined ? undefined : parseCuboid(end.source)
    return withCuboidSource(annotation, to === undefined ? from : interpolateCuboid(from, to, share))
  }
  if (inSpace) return withPlacesBetween(annotation, start.source, end?.source, share)
  const exact = withShapeBetween(annotation, start, end, share)
  if (exact !== undefined) return exact
  const points = end === undefined ? start.points : interpolatePoints(start.points, end.points, share)
  return isSamePoints(at.points, points) ? annotation : withMembers(annotation, { points, shape: undefined })
}
