/** The edits of labels whose objects are areas of bitmaps. The pixels are painted beside; each edit names their revision. */
import { attributesOf, initialAttributes } from "../attributes/configuration.ts"
import { type Annotation, keyOf } from "../document/annotation.ts"
import {
  type Area,
  areaAt,
  freePixelId,
  nearestOfTrack,
  type PaintedFrame,
  pixelIdOf,
  pixelIdOfTrack,
  withArea,
  withRevision,
} from "../document/areas.ts"
import { annotationIn, annotationsIn, frameCount, isSequence } from "../document/frames.ts"
import { withoutObjectsIn } from "../document/objects.ts"
import type { JsonObject } from "../json/value.ts"
import { type EditorState, labelOf } from "./EditorState.ts"
import { type EditName, edited, type Setting } from "./edit.ts"

/** What is painted next: an id of the bitmap, and the track that it continues where the frame does not show it yet. */
export interface NextArea {
  readonly id: number
  readonly continues: Annotation | undefined
}

/** What follows from a revision is one step with it. */
const stepOf = (revision: number): string => `bitmap ${revision}`

/** The state after something was painted: a new id becomes an object of the chosen category, and is selected. */
export const painted = (
  state: EditorState,
  { area, ...at }: PaintedFrame & { readonly area: NextArea | undefined },
  setting: Setting,
): EditorState => {
  if (state.readOnly) return state
  const label =
    area === undefined ? labelOf(state) : withArea(labelOf(state), at.frame, areaOf(state, area, setting))
  const name = area === undefined ? "erase" : "paint"
  const next = edited(state, name, withRevision(label, at), stepOf(at.revision))
  if (area === undefined) return next
  return { ...next, selected: new Set([areaAt(label, at.frame, area.id)?.key ?? keyOf(area.id)]) }
}

const areaOf = (
  { categoryId }: EditorState,
  { continues, id }: NextArea,
  { configuration }: Setting,
): Area =>
  continues === undefined
    ? { id, categoryId, attributes: initialAttributes(attributesOf(configuration, categoryId)) }
    : copyOf(continues, id)

/** The area of an object in another frame of its track. */
const copyOf = ({ attributes, categoryId, id: source, trackId }: Annotation, id: number): Area => ({
  id,
  categoryId,
  attributes,
  trackId: trackId ?? source,
})

/** The areas that annotations of another frame become in a frame, and the ids that their pixels get. Locked ones stay as they are. */
export const copiesIn = (
  state: EditorState,
  frame: number,
  annotations: ReadonlyArray<Annotation>,
  inBitmap: Iterable<number>,
): { readonly areas: ReadonlyArray<Area>; readonly ids: ReadonlyMap<number, number> } => {
  const label = labelOf(state)
  const taken = new Set(inBitmap)
  const ids = new Map<number, number>()
  const areas: Array<Area> = []
  for (const annotation of annotations) {
    const from = pixelIdOf(annotation)
    if (from === undefined || state.locked.has(annotation.key)) continue
    const here = annotationIn(label, frame, annotation.key)
    const id = (here && pixelIdOf(here)) ?? pixelIdOfTrack(label, frame, annotation, taken)
    taken.add(id)
    ids.set(from, id)
    areas.push(copyOf(annotation, id))
  }
  return { areas, ids }
}

/** The state after areas were copied into a frame; those that are new there are selected with the others. */
export const stamped = (
  state: EditorState,
  { areas, ...at }: PaintedFrame & { readonly areas: ReadonlyArray<Area> },
): EditorState => {
  if (state.readOnly) return state
  const label = areas.reduce((now, area) => withArea(now, at.frame, area), labelOf(state))
  const keys = areas.flatMap(({ id }) => areaAt(label, at.frame, id)?.key ?? [])
  return {
    ...edited(state, "paste", withRevision(label, at), stepOf(at.revision)),
    selected: new Set(keys),
  }
}

/** The state without some objects of a frame, whose pixels have another id or none in a revision. */
export const withoutAreas = (
  state: EditorState,
  name: EditName,
  { keys, ...at }: PaintedFrame & { readonly keys: ReadonlySet<string> },
): EditorState => withoutAreasIn(state, name, keys, [at], stepOf(at.revision))

/** The state without some objects in several frames: one step. A frame without a revision had no pixels of them. */
export const withoutAreasIn = (
  state: EditorState,
  name: EditName,
  keys: ReadonlySet<string>,
  frames: ReadonlyArray<{ readonly frame: number; readonly revision: number | undefined }>,
  merge: string | null = null,
): EditorState => {
  if (state.readOnly) return state
  let label = labelOf(state)
  for (const { frame, revision } of frames) {
    label = withoutObjectsIn(label, keys, frame, frame)
    if (revision !== undefined) label = withRevision(label, { frame, revision })
  }
  const selected = new Set([...state.selected].filter((key) => !keys.has(key)))
  return { ...edited(state, name, label, merge), selected }
}

/**
 * What is painted next in a frame: the one selected object, unless it is locked; that of a category whose areas are
 * not distinguished; else a new one. A track that the frame does not show is continued.
 */
export const nextArea = (
  state: EditorState,
  { configuration }: Setting,
  frame: number,
  inBitmap: Iterable<number>,
): NextArea => {
  const label = labelOf(state)
  const [key, ...others] = state.selected
  const category = configuration.categories.find(({ id }) => id === state.categoryId)
  const candidates = [
    key !== undefined && others.length === 0 && !state.locked.has(key) ? key : undefined,
    category?.hasInstances === false ? wholeOf(state, frame, category.id) : undefined,
  ]
  for (const candidate of candidates) {
    if (candidate === undefined) continue
    const here = annotationIn(label, frame, candidate)
    const id = here && pixelIdOf(here)
    if (id !== undefined) return { id, continues: undefined }
    const track =
      here === undefined && isSequence(label) ? nearestOfTrack(label, frame, candidate) : undefined
    if (track !== undefined) return { id: pixelIdOfTrack(label, frame, track, inBitmap), continues: track }
  }
  return { id: freePixelId(label, inBitmap), continues: undefined }
}

/** The object of a category that is one object, in the frame or else in the nearest one before or after it. */
const wholeOf = (state: EditorState, frame: number, categoryId: number): string | undefined => {
  const label = labelOf(state)
  const isWhole = (one: Annotation) =>
    one.categoryId === categoryId && !state.locked.has(one.key) && pixelIdOf(one) !== undefined
  const frames = [...Array(frameCount(label)).keys()].toSorted(
    (a, b) => distance(a, frame) - distance(b, frame),
  )
  for (const at of frames) {
    const found = annotationsIn(label, at).find(isWhole)
    if (found !== undefined) return found.key
  }
  return undefined
}

const distance = (a: number, b: number): number => Math.abs(a - b)

/** The ids in the bitmap of a frame of some objects. */
export const pixelIdsOf = (
  label: JsonObject,
  frame: number,
  keys: ReadonlySet<string>,
): ReadonlySet<number> =>
  new Set(annotationsIn(label, frame).flatMap((one) => (keys.has(one.key) ? (pixelIdOf(one) ?? []) : [])))
