/** The edits of labels whose objects are areas of bitmaps. The pixels are painted beside; each edit names their revision. */
import { type EditorState, getLabel } from "../EditorState.ts"
import type { JsonObject } from "../json/value.ts"
import { type Annotation, toKey } from "../label/annotation.ts"
import {
  type Area,
  findArea,
  findFreePixelId,
  findNearestOfTrack,
  findTrackPixelId,
  type PaintedFrame,
  readPixelId,
  withArea,
  withRevision,
} from "../label/areas.ts"
import { listAttributes, makeInitialAttributes } from "../label/attributes/configuration.ts"
import { countFrames, findAnnotation, isSequence, listAnnotations } from "../label/frames.ts"
import { removeObjectsIn } from "../label/objects.ts"
import { applyEdit, type EditName, type Setting } from "./edit.ts"

/** The area that is painted next: an id of the bitmap, and the track that it continues if the frame does not show it yet. */
export interface NextArea {
  readonly id: number
  readonly continues: Annotation | undefined
}

/** All that follows from a revision is one step with it. */
export const formatStep = (revision: number): string => `bitmap ${revision}`

/** The state after something was painted: a new id becomes an object of the chosen category, and is selected. */
export const paintAreas = (
  state: EditorState,
  { area, ...at }: PaintedFrame & { readonly area: NextArea | undefined },
  setting: Setting,
): EditorState => {
  if (state.readOnly) return state
  const label =
    area === undefined ? getLabel(state) : withArea(getLabel(state), at.frame, makeArea(state, area, setting))
  const name = area === undefined ? "erase" : "paint"
  const next = applyEdit(state, name, withRevision(label, at), formatStep(at.revision))
  if (area === undefined) return next
  return { ...next, selected: new Set([findArea(label, at.frame, area.id)?.key ?? toKey(area.id)]) }
}

const makeArea = (
  { categoryId }: EditorState,
  { continues, id }: NextArea,
  { configuration }: Setting,
): Area =>
  continues === undefined
    ? { id, categoryId, attributes: makeInitialAttributes(listAttributes(configuration, categoryId)) }
    : makeCopy(continues, id)

/** The area of an object in another frame of its track. */
const makeCopy = ({ attributes, categoryId, id: source, trackId }: Annotation, id: number): Area => ({
  id,
  categoryId,
  attributes,
  trackId: trackId ?? source,
})

/** The areas that annotations of another frame become in a frame, and the ids that their pixels get. Locked ones stay as they are. */
export const makeCopies = (
  state: EditorState,
  frame: number,
  annotations: ReadonlyArray<Annotation>,
  inBitmap: Iterable<number>,
): { readonly areas: ReadonlyArray<Area>; readonly ids: ReadonlyMap<number, number> } => {
  const label = getLabel(state)
  const taken = new Set(inBitmap)
  const ids = new Map<number, number>()
  const areas: Array<Area> = []
  for (const annotation of annotations) {
    const from = readPixelId(annotation)
    if (from === undefined || state.locked.has(annotation.key)) continue
    const here = findAnnotation(label, frame, annotation.key)
    const id = (here && readPixelId(here)) ?? findTrackPixelId(label, frame, annotation, taken, state.usedIds)
    taken.add(id)
    ids.set(from, id)
    areas.push(makeCopy(annotation, id))
  }
  return { areas, ids }
}

/** The state after areas were copied into a frame; those that are new there are selected with the others. */
export const pasteCopies = (
  state: EditorState,
  { areas, ...at }: PaintedFrame & { readonly areas: ReadonlyArray<Area> },
): EditorState => {
  if (state.readOnly) return state
  const label = areas.reduce((now, area) => withArea(now, at.frame, area), getLabel(state))
  const keys = areas.flatMap(({ id }) => findArea(label, at.frame, id)?.key ?? [])
  return {
    ...applyEdit(state, "paste", withRevision(label, at), formatStep(at.revision)),
    selected: new Set(keys),
  }
}

/** The state without some objects of a frame, whose pixels have another id or none in a revision. */
export const removeAreas = (
  state: EditorState,
  name: EditName,
  { keys, ...at }: PaintedFrame & { readonly keys: ReadonlySet<string> },
): EditorState => removeAreasIn(state, name, keys, [at], formatStep(at.revision))

/** The state without some objects in several frames: one step. A frame without a revision had no pixels of them. */
export const removeAreasIn = (
  state: EditorState,
  name: EditName,
  keys: ReadonlySet<string>,
  frames: ReadonlyArray<{ readonly frame: number; readonly revision: number | undefined }>,
  merge: string | null = null,
): EditorState => {
  if (state.readOnly) return state
  let label = getLabel(state)
  for (const { frame, revision } of frames) {
    label = removeObjectsIn(label, keys, frame, frame)
    if (revision !== undefined) label = withRevision(label, { frame, revision })
  }
  const selected = new Set([...state.selected].filter((key) => !keys.has(key)))
  return { ...applyEdit(state, name, label, merge), selected }
}

/**
 * Decides what is painted next in a frame: the one selected object, unless it is locked; that of a category whose areas are
 * not distinguished; else a new one. A track that the frame does not show is continued.
 */
export const findNextArea = (
  state: EditorState,
  { configuration }: Setting,
  frame: number,
  inBitmap: Iterable<number>,
): NextArea => {
  const label = getLabel(state)
  const [key, ...others] = state.selected
  const category = configuration.categories.find(({ id }) => id === state.categoryId)
  const candidates = [
    key !== undefined && others.length === 0 && !state.locked.has(key) ? key : undefined,
    category?.hasInstances === false ? findWhole(state, frame, category.id) : undefined,
  ]
  for (const candidate of candidates) {
    if (candidate === undefined) continue
    const here = findAnnotation(label, frame, candidate)
    const id = here && readPixelId(here)
    if (id !== undefined) return { id, continues: undefined }
    const track =
      here === undefined && isSequence(label) ? findNearestOfTrack(label, frame, candidate) : undefined
    if (track !== undefined)
      return { id: findTrackPixelId(label, frame, track, inBitmap, state.usedIds), continues: track }
  }
  return { id: findFreePixelId(label, inBitmap, state.usedIds), continues: undefined }
}

/** The object of a category that is one object, in the frame or else in the nearest one before or after it. */
const findWhole = (state: EditorState, frame: number, categoryId: number): string | undefined => {
  const label = getLabel(state)
  const isWhole = (one: Annotation) =>
    one.categoryId === categoryId && !state.locked.has(one.key) && readPixelId(one) !== undefined
  const frames = [...Array(countFrames(label)).keys()].toSorted(
    (a, b) => measureDistance(a, frame) - measureDistance(b, frame),
  )
  for (const at of frames) {
    const wholeArea = listAnnotations(label, at).find(isWhole)
    if (wholeArea !== undefined) return wholeArea.key
  }
  return undefined
}

const measureDistance = (a: number, b: number): number => Math.abs(a - b)

/** The ids in the bitmap of a frame of some objects. */
export const listPixelIds = (
  label: JsonObject,
  frame: number,
  keys: ReadonlySet<string>,
): ReadonlySet<number> =>
  new Set(listAnnotations(label, frame).flatMap((one) => (keys.has(one.key) ? (readPixelId(one) ?? []) : [])))
