/** The object that the tools paint in the shown frame, and the counts of points by object. */
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import type { Setting } from "../../editor/edits/edit.ts"
import { withMembers } from "../../editor/json/edit.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { listAttributes, makeInitialAttributes } from "../../editor/label/attributes/configuration.ts"
import {
  countFrames,
  findAnnotation,
  findFreeLimitedId,
  isSequence,
  listAnnotations,
  readLimitedId,
} from "../../editor/label/frames.ts"
import type { UsedIds } from "../../editor/label/UsedIds.ts"
import type { Counts } from "./patch.ts"
import { mostPointId } from "./pointIds.ts"

export interface Target {
  /** The id that its points get. */
  readonly id: number
  /** The annotation that the frame does not have yet. */
  readonly adds: JsonObject | undefined
}

/** The id of an object among those of points; undefined for one that no point can have. */
export const readPointId = ({ id }: Pick<Annotation, "id">): number | undefined =>
  readLimitedId(id, mostPointId)

/** The ids of some objects in a frame. */
export const listPointIds = (
  state: EditorState,
  frame: number,
  keys: ReadonlySet<string>,
): ReadonlySet<number> =>
  new Set(
    keys.size === 0
      ? []
      : listAnnotations(getLabel(state), frame).flatMap((one) =>
          keys.has(one.key) ? (readPointId(one) ?? []) : [],
        ),
  )

/**
 * The object that is painted next: the selected one, unless it is locked; that of a category whose objects are not distinguished; else a
 * new one. An object of other frames comes with its category, its track and, where it is free, its id.
 */
export const findNextTarget = (
  state: EditorState,
  { configuration }: Setting,
  inFrame: Iterable<number>,
): Target => {
  const used = new Set(inFrame)
  const { frame, locked } = state
  const label = getLabel(state)
  const [key, ...others] = state.selected
  const selected =
    key === undefined || others.length > 0 || locked.has(key)
      ? undefined
      : findTarget(label, frame, key, used, state.usedIds)
  if (selected !== undefined) return selected
  const category = configuration.categories.find(({ id }) => id === state.categoryId)
  if (category?.hasInstances === false) {
    const whole = listCategoryKeys(label, frame, category.id).find((one) => !locked.has(one))
    const target = whole === undefined ? undefined : findTarget(label, frame, whole, used, state.usedIds)
    if (target !== undefined) return target
  }
  const id = findFreeLimitedId(label, used, mostPointId, state.usedIds)
  const attributes = makeInitialAttributes(listAttributes(configuration, state.categoryId))
  const tracked = isSequence(label) ? { track_id: id, is_keyframe: true } : {}
  return { id, adds: { id, category_id: state.categoryId, ...tracked, attributes } }
}

/** An object as it can be painted in a frame: with the annotation that the frame lacks. Undefined for one that no point can have. */
export const findTarget = (
  label: JsonObject,
  frame: number,
  key: string,
  inFrame: Iterable<number>,
  usedIds: UsedIds,
): Target | undefined => {
  const here = findAnnotation(label, frame, key)
  if (here !== undefined) {
    const id = readPointId(here)
    return id === undefined ? undefined : { id, adds: undefined }
  }
  const other = findNearestPointObject(label, frame, key)
  if (other === undefined) return undefined
  const id = readPointId(other)
  const used = new Set(inFrame)
  const taken = new Set([...used, ...listAnnotations(label, frame).flatMap((one) => readPointId(one) ?? [])])
  const free = id === undefined || taken.has(id) ? findFreeLimitedId(label, used, mostPointId, usedIds) : id
  return { id: free, adds: free === id ? other.source : withMembers(other.source, { id: free }) }
}

/** The annotation of an object in the frame that is nearest to one. */
const findNearestPointObject = (label: JsonObject, frame: number, key: string): Annotation | undefined => {
  const count = countFrames(label)
  for (let distance = 0; distance < count; distance++)
    for (const at of distance === 0 ? [frame] : [frame - distance, frame + distance]) {
      const annotation = at < 0 || at >= count ? undefined : findAnnotation(label, at, key)
      if (annotation !== undefined) return annotation
    }
  return undefined
}

/** The objects of a category: those of the frame first. */
const listCategoryKeys = (label: JsonObject, frame: number, category: number): ReadonlyArray<string> =>
  [frame, ...Array.from({ length: countFrames(label) }, (_, at) => at)].flatMap((at) =>
    listAnnotations(label, at).flatMap(({ categoryId, key }) => (categoryId === category ? [key] : [])),
  )

/** The number of points by the key of the object. */
export const countByObject = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<string, number> =>
  new Map(
    listAnnotations(label, frame).map((one) => [one.key, counts.get(readPointId(one) ?? -1) ?? 0] as const),
  )

/** The number of points by category, of those whose objects have any. */
export const countByCategory = (
  label: JsonObject,
  frame: number,
  counts: Counts,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>()
  for (const annotation of listAnnotations(label, frame)) {
    const count = counts.get(readPointId(annotation) ?? -1) ?? 0
    if (count > 0) sums.set(annotation.categoryId, (sums.get(annotation.categoryId) ?? 0) + count)
  }
  return sums
}

/** The objects that the frame does not have and another one has, each as the nearest frame has it. */
export const listObjectsElsewhere = (label: JsonObject, frame: number): ReadonlyArray<Annotation> => {
  const here = new Set(listAnnotations(label, frame).map(({ key }) => key))
  const keys = new Set<string>()
  for (let at = 0; at < countFrames(label); at++)
    for (const { key } of listAnnotations(label, at)) if (!here.has(key)) keys.add(key)
  return [...keys].flatMap((key) => findNearestPointObject(label, frame, key) ?? [])
}
