/** Edits of whole tracks: splitting, merging, and removing them from frames. What stays of a track keeps its shapes. */
import { withMembers } from "../../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../json/value.ts"
import { type Annotation, toKey } from "../annotation.ts"
import {
  countFrames,
  findFreeId,
  listAnnotations,
  listAnnotationsOfKey,
  withAnnotation,
  withFrame,
} from "../frames.ts"
import { removeObjectsIn } from "../objects.ts"
import { getIdsElsewhere } from "../sensors.ts"
import type { UsedIds } from "../UsedIds.ts"

/** The frames in which a track is; undefined without any. */
export const findExtent = (
  label: JsonObject,
  key: string,
): { readonly first: number; readonly last: number } | undefined => {
  const frames = [...listAnnotationsOfKey(label, key).keys()]
  const [first, last] = [frames[0], frames.at(-1)]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** Gives the part of a track from a frame on a new id. The same label when one of the parts would be empty. */
export const splitTrack = (
  label: JsonObject,
  frame: number,
  key: string,
  usedIds?: UsedIds,
): { readonly label: JsonObject; readonly key: string } => {
  const parts = [...listAnnotationsOfKey(label, key)]
  const later = parts.filter(([at]) => at >= frame)
  if (later.length === 0 || later.length === parts.length) return { label, key }
  const id = findFreeId(label, usedIds)
  const renamed = later.reduce((edited, part) => withTrack(edited, part, id), label)
  const added = toKey(id)
  return { label: withEndsKept(withEndsKept(renamed, key), added), key: added }
}

/** A track that another can be merged into. */
export interface OtherTrack {
  readonly key: string
  readonly categoryId: number
}

/** The tracks that no frame shows together with one, in the order of the label. */
export const listMergeableTracks = (label: JsonObject, key: string): ReadonlyArray<OtherTrack> => {
  const others = new Map<string, OtherTrack>()
  const beside = new Set([key])
  for (let frame = 0; frame < countFrames(label); frame++) {
    const annotations = listAnnotations(label, frame)
    const shows = annotations.some((one) => one.key === key)
    for (const { categoryId, key: other, trackId } of annotations) {
      if (shows) beside.add(other)
      if (trackId !== undefined && !others.has(other)) others.set(other, { key: other, categoryId })
    }
  }
  return [...others.values()].filter((other) => !beside.has(other.key))
}

/**
 * Makes one track of two: the second gets the id and the category of the first, and links to it lead to the first. Frames
 * between them stay empty. The same label when a frame shows both.
 */
export const mergeTracks = (label: JsonObject, into: string, from: string): JsonObject => {
  const [kept] = listAnnotationsOfKey(label, into).values()
  const parts = [...listAnnotationsOfKey(label, from)]
  const [added] = parts
  if (kept === undefined || added === undefined) return label
  const frames = listAnnotationsOfKey(label, into)
  if (parts.some(([frame]) => frames.has(frame))) return label
  const id = kept.trackId ?? kept.id
  // What was computed at the ends of both parts lies between keyframes once they are one.
  const fixed = withEndsKept(withEndsKept(label, into), from)
  let merged = fixed
  for (const part of listAnnotationsOfKey(fixed, from))
    merged = withTrack(merged, part, id, kept.source.category_id)
  const gone = added[1].trackId ?? added[1].id
  // Links to a track that another sensor still has are links to that.
  return getIdsElsewhere(label).has(toKey(gone)) ? merged : withLinksTo(merged, gone, id)
}

/** Removes tracks from the frames for which `from <= frame <= to`. The parts beside them keep their shapes. */
export const removeIn = (
  label: JsonObject,
  keys: ReadonlyArray<string>,
  from: number,
  to: number,
): JsonObject => {
  let remaining = label
  for (const key of keys) {
    const frames = listAnnotationsOfKey(label, key)
    if (![...frames.keys()].some((frame) => frame >= from && frame <= to)) continue
    for (const beside of [from - 1, to + 1]) remaining = withKept(remaining, beside, frames.get(beside))
  }
  return removeObjectsIn(remaining, new Set(keys), from, to)
}

const withTrack = (
  label: JsonObject,
  [frame, { id: before, key, source, trackId }]: readonly [number, Annotation],
  id: Json,
  category: Json | undefined = source.category_id,
): JsonObject =>
  withFrame(label, frame, (found) =>
    withAnnotation(
      found,
      key,
      withMembers(source, {
        track_id: id,
        category_id: category,
        // The id of an annotation is that of its track, or means something else. That of an area is in its pixels.
        id: toKey(before) === toKey(trackId) && source.type !== undefined ? id : before,
      }),
    ),
  )

/** The label with the first and the last frame of a track as keyframes. */
const withEndsKept = (label: JsonObject, key: string): JsonObject => {
  const frames = listAnnotationsOfKey(label, key)
  const extent = findExtent(label, key)
  if (extent === undefined) return label
  return [extent.first, extent.last].reduce(
    (edited, frame) => withKept(edited, frame, frames.get(frame)),
    label,
  )
}

const withKept = (label: JsonObject, frame: number, annotation: Annotation | undefined): JsonObject => {
  if (annotation === undefined || annotation.isKeyframe || frame < 0 || frame >= countFrames(label))
    return label
  const { key, source } = annotation
  return withFrame(label, frame, (found) =>
    withAnnotation(found, key, withMembers(source, { is_keyframe: true })),
  )
}

/** Leads links of one object to another. Those between both, and those that were there already, are removed. */
const withLinksTo = (label: JsonObject, from: Json, to: Json): JsonObject => {
  const present = label.links
  if (!isArray(present)) return label
  const [before, after] = [toKey(from), toKey(to)]
  const seen = new Set<string>()
  const links: Array<Json> = []
  for (const link of present) {
    if (!isObject(link)) {
      links.push(link)
      continue
    }
    const leads = [link.from_id, link.to_id].some((end) => toKey(end) === before)
    const moved = leads
      ? withMembers(link, {
          from_id: toKey(link.from_id) === before ? to : link.from_id,
          to_id: toKey(link.to_id) === before ? to : link.to_id,
        })
      : link
    const name = `${toKey(moved.from_id)} ${toKey(moved.to_id)}`
    if (name === `${after} ${after}` || seen.has(name)) continue
    seen.add(name)
    links.push(moved)
  }
  const isSame = links.length === present.length && links.every((link, index) => link === present[index])
  return isSame ? label : withMembers(label, { links })
}
