/** Makes tracks longer: frames that lack the object get it, as the keyframes beside them say. */
import { withMembers } from "../../json/edit.ts"
import type { JsonObject } from "../../json/value.ts"
import type { Annotation } from "../annotation.ts"
import { findLastFrame, hasFrame, listAnnotationsOfKey, placeAnnotation } from "../frames.ts"
import { computeBetween, type TrackSettings } from "./keyframes.ts"

/** The frames of a track that are nearest to one that lacks it, before and after. */
interface Gap {
  readonly before: number | undefined
  readonly after: number | undefined
}

const findGap = (frames: ReadonlyMap<number, Annotation>, frame: number): Gap => {
  const present = [...frames.keys()]
  return {
    before: present.findLast((one) => one < frame),
    after: present.find((one) => one > frame),
  }
}

/** The annotation of a track in the frame nearest to one that lacks it. Undefined where the frame has it, or no frame has. */
export const findNearest = (label: JsonObject, frame: number, key: string): Annotation | undefined => {
  const frames = listAnnotationsOfKey(label, key)
  if (frames.has(frame)) return undefined
  const { after, before } = findGap(frames, frame)
  const isAfter = before === undefined || (after !== undefined && after - frame < frame - before)
  const nearest = isAfter ? after : before
  return nearest === undefined ? undefined : frames.get(nearest)
}

/** Extends a track to a frame that lacks it: from the frames before it, or else from those after it. */
export const extendHere = (
  label: JsonObject,
  frame: number,
  key: string,
  settings: TrackSettings,
): JsonObject => {
  const frames = listAnnotationsOfKey(label, key)
  if (frames.has(frame) || !hasFrame(label, frame)) return label
  const { after, before } = findGap(frames, frame)
  if (before !== undefined) return fillFrames(label, key, { from: before + 1, to: frame }, settings)
  return after === undefined ? label : fillFrames(label, key, { from: frame, to: after - 1 }, settings)
}

/** The frames that lack a track between a frame and the next ones that have it. Undefined without such. */
export const findNextGap = (
  label: JsonObject,
  frame: number,
  key: string,
): { readonly from: number; readonly to: number } | undefined => {
  const frames = listAnnotationsOfKey(label, key)
  let from = frame
  while (frames.has(from)) from += 1
  const { after, before } = findGap(frames, from)
  return before === undefined || after === undefined ? undefined : { from: before + 1, to: after - 1 }
}

/** Closes the gap between a frame and the next ones that have the track. */
export const extendToNext = (
  label: JsonObject,
  frame: number,
  key: string,
  settings: TrackSettings,
): JsonObject => {
  const gap = findNextGap(label, frame, key)
  return gap === undefined ? label : fillFrames(label, key, gap, settings)
}

/** Extends a track from its last frame to the end of the sequence, or to the last frame that its sensor has. */
export const extendToEnd = (
  label: JsonObject,
  _frame: number,
  key: string,
  settings: TrackSettings,
): JsonObject => {
  const last = [...listAnnotationsOfKey(label, key).keys()].at(-1)
  const end = findLastFrame(label)
  return last === undefined || last >= end
    ? label
    : fillFrames(label, key, { from: last + 1, to: end }, settings)
}

/**
 * Fills frames that lack a track, all of them beside one that has it. The end that touches no other frame of the track becomes a
 * keyframe; where nothing is interpolated, all of them do.
 */
const fillFrames = (
  label: JsonObject,
  key: string,
  { from, to }: { readonly from: number; readonly to: number },
  settings: TrackSettings,
): JsonObject => {
  const frames = listAnnotationsOfKey(label, key)
  const [before, after] = [frames.get(from - 1), frames.get(to + 1)]
  const source = before ?? after
  if (source === undefined) return label
  let filled = label
  for (let frame = from; frame <= to; frame++) {
    const isEnd = (frame === to && after === undefined) || (frame === from && before === undefined)
    const copy = withMembers(source.source, { is_keyframe: isEnd || !settings.interpolates })
    filled = placeAnnotation(filled, frame, key, copy)
  }
  return computeBetween(filled, key, from, settings)
}
