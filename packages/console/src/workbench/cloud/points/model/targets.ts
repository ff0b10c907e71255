/** Which object the tools paint in the shown frame. */
import { attributesOf, initialAttributes } from "../../../model/attributes/configuration.ts"
import type { Annotation } from "../../../model/document/annotation.ts"
import { annotationIn, annotationsIn, frameCount, isSequence } from "../../../model/document/frames.ts"
import { freeLimitedId, limitedId } from "../../../model/document/limitedIds.ts"
import { type EditorState, labelOf } from "../../../model/editor/EditorState.ts"
import type { Setting } from "../../../model/editor/edit.ts"
import { withMembers } from "../../../model/json/edit.ts"
import type { JsonObject } from "../../../model/json/value.ts"
import { mostPointId } from "./pointIds.ts"

export interface Target {
  /** The id that its points get. */
  readonly id: number
  /** The annotation that the frame does not have yet. */
  readonly adds: JsonObject | undefined
}

/** The id of an object among those of points; undefined for one that no point can have. */
export const pointIdOf = ({ id }: Pick<Annotation, "id">): number | undefined => limitedId(id, mostPointId)

/** The ids of some objects in a frame. */
export const pointIdsOf = (
  state: EditorState,
  frame: number,
  keys: ReadonlySet<string>,
): ReadonlySet<number> =>
  new Set(
    keys.size === 0
      ? []
      : annotationsIn(labelOf(state), frame).flatMap((one) =>
          keys.has(one.key) ? (pointIdOf(one) ?? []) : [],
        ),
  )

/**
 * The object that is painted next: the selected one, unless it is locked; that of a category whose objects are not distinguished; else a
 * new one. An object of other frames comes with its category, its track and, where it is free, its id.
 */
export const nextTarget = (
  state: EditorState,
  { configuration }: Setting,
  inFrame: Iterable<number>,
): Target => {
  const used = new Set(inFrame)
  const { frame, locked } = state
  const label = labelOf(state)
  const [key, ...others] = state.selected
  const selected =
    key === undefined || others.length > 0 || locked.has(key) ? undefined : targetFor(label, frame, key, used)
  if (selected !== undefined) return selected
  const category = configuration.categories.find(({ id }) => id === state.categoryId)
  if (category?.hasInstances === false) {
    const whole = keysOfCategory(label, frame, category.id).find((one) => !locked.has(one))
    const target = whole === undefined ? undefined : targetFor(label, frame, whole, used)
    if (target !== undefined) return target
  }
  const id = freeLimitedId(label, used, mostPointId)
  const attributes = initialAttributes(attributesOf(configuration, state.categoryId))
  const tracked = isSequence(label) ? { track_id: id, is_keyframe: true } : {}
  return { id, adds: { id, category_id: state.categoryId, ...tracked, attributes } }
}

/** An object as it can be painted in a frame: with the annotation that the frame lacks. Undefined for one that no point can have. */
export const targetFor = (
  label: JsonObject,
  frame: number,
  key: string,
  inFrame: Iterable<number>,
): Target | undefined => {
  const here = annotationIn(label, frame, key)
  if (here !== undefined) {
    const id = pointIdOf(here)
    return id === undefined ? undefined : { id, adds: undefined }
  }
  const other = nearestOf(label, frame, key)
  if (other === undefined) return undefined
  const id = pointIdOf(other)
  const used = new Set(inFrame)
  const taken = new Set([...used, ...annotationsIn(label, frame).flatMap((one) => pointIdOf(one) ?? [])])
  const free = id === undefined || taken.has(id) ? freeLimitedId(label, used, mostPointId) : id
  return { id: free, adds: free === id ? other.source : withMembers(other.source, { id: free }) }
}

/** The annotation of an object in the frame that is nearest to one. */
export const nearestOf = (label: JsonObject, frame: number, key: string): Annotation | undefined => {
  const count = frameCount(label)
  for (let distance = 0; distance < count; distance++)
    for (const at of distance === 0 ? [frame] : [frame - distance, frame + distance]) {
      const found = at < 0 || at >= count ? undefined : annotationIn(label, at, key)
      if (found !== undefined) return found
    }
  return undefined
}

/** The objects of a category: those of the frame first. */
const keysOfCategory = (label: JsonObject, frame: number, category: number): ReadonlyArray<string> =>
  [frame, ...Array.from({ length: frameCount(label) }, (_, at) => at)].flatMap((at) =>
    annotationsIn(label, at).flatMap(({ categoryId, key }) => (categoryId === category ? [key] : [])),
  )
