/** Edits of objects: their category, their attributes, and whether they are there. Tracks change in every frame. */
import { keepItems, setAt, withMembers } from "../json/edit.ts"
import { print } from "../json/parse.ts"
import { isArray, isObject, type Json, type JsonObject, toNumber } from "../json/value.ts"
import { readAnnotations, toKey } from "./annotation.ts"
import type { Category } from "./attributes/configuration.ts"
import { fitAttributes, type LostValue } from "./attributes/fitAttributes.ts"
import {
  countFrames,
  findAnnotation,
  listAnnotations,
  withAnnotation,
  withEachFrame,
  withFrame,
} from "./frames.ts"
import { getIdsElsewhere } from "./sensors.ts"

/** The label with the annotation of an object edited in one frame. */
export const withEdited = (
  label: JsonObject,
  frame: number,
  key: string,
  edit: (source: JsonObject) => JsonObject,
): JsonObject => withFrame(label, frame, (found) => editObject(found, key, edit))

/** The label with the annotations of an object edited in all frames. */
export const withEditedEverywhere = (
  label: JsonObject,
  key: string,
  edit: (source: JsonObject) => JsonObject,
): JsonObject => withEachFrame(label, (found) => editObject(found, key, edit))

const editObject = (frame: JsonObject, key: string, edit: (source: JsonObject) => JsonObject): JsonObject => {
  const annotation = readAnnotations(frame.annotations).find((one) => one.key === key)
  return annotation === undefined ? frame : withAnnotation(frame, key, edit(annotation.source))
}

/** A value that objects lose, and the number of objects that have it. */
export interface LostByObjects extends LostValue {
  readonly objects: number
}

/**
 * The label with the category of objects changed in all frames: their attributes are fitted to it. A category that the
 * configuration does not have takes them along.
 */
export const withCategory = (
  label: JsonObject,
  keys: ReadonlySet<string>,
  category: Category | number,
): { readonly label: JsonObject; readonly lost: ReadonlyArray<LostByObjects> } => {
  const id = typeof category === "number" ? category : category.id
  const lost = new Map<string, LostValue & { readonly keys: Set<string> }>()
  let changed = label
  for (const key of keys)
    changed = withEditedEverywhere(changed, key, (source) => {
      if (toNumber(source.category_id) === id) return source
      if (typeof category === "number") return withMembers(source, { category_id: id })
      const before = isObject(source.attributes) ? source.attributes : {}
      const fitted = fitAttributes(before, category)
      for (const value of fitted.lost) {
        const text = `${value.name} ${print(value.value)}`
        const entry = lost.get(text) ?? { ...value, keys: new Set() }
        lost.set(text, { ...entry, keys: entry.keys.add(key) })
      }
      const isSame = Object.keys(fitted.attributes).length === 0 && Object.keys(before).length === 0
      return withMembers(source, { category_id: id, ...(isSame ? {} : { attributes: fitted.attributes }) })
    })
  const values = [...lost.values()].map(({ keys, name, value }) => ({ name, value, objects: keys.size }))
  return { label: changed, lost: values }
}

/** An attribute of an object that is set. */
export interface AttributeEdit {
  readonly key: string
  readonly frame: number
  readonly name: string
  /** `undefined` unsets the attribute. */
  readonly value: Json | undefined
  /** Whether it is the same in all frames of a track. */
  readonly trackLevel: boolean
  /** Otherwise, the first frame after the shown one that keeps its value; the next frame when absent. */
  readonly end?: number
}

/** The label with an attribute of an object set. */
export const withAttribute = (
  label: JsonObject,
  { end, frame, key, name, trackLevel, value }: AttributeEdit,
): JsonObject => {
  const edit = (source: JsonObject): JsonObject => {
    const edited = setAt(source, ["attributes", name], value)
    return isObject(edited) ? edited : source
  }
  if (trackLevel) return withEditedEverywhere(label, key, edit)
  if (end === undefined) return withEdited(label, frame, key, edit)
  return withEachFrame(label, (found, index) =>
    index < frame || index >= end ? found : editObject(found, key, edit),
  )
}

/** The first frame after one in which an attribute of a track has another value than before. */
export const findNextChange = (
  label: JsonObject,
  { frame, key, name }: Pick<AttributeEdit, "frame" | "key" | "name">,
): number => {
  const read = (at: number) => {
    const annotation = findAnnotation(label, at, key)
    return annotation && print(annotation.attributes[name] ?? null)
  }
  const present = read(frame)
  const count = countFrames(label)
  for (let at = frame + 1; at < count; at++) {
    const value = read(at)
    if (value !== undefined && value !== present) return at
  }
  return count
}

/** The label with objects drawn over all others or under them, in the order that they had among themselves. */
export const withOrder = (
  label: JsonObject,
  keys: ReadonlySet<string>,
  place: "back" | "front",
): JsonObject =>
  withEachFrame(label, (frame) => {
    const list = frame.annotations
    const moved = listSources(frame, keys)
    if (moved.size === 0 || !isArray(list)) return frame
    const chosen = list.filter((item) => moved.has(item))
    const others = list.filter((item) => !moved.has(item))
    const ordered = place === "front" ? [...others, ...chosen] : [...chosen, ...others]
    return ordered.every((item, index) => item === list[index])
      ? frame
      : withMembers(frame, { annotations: ordered })
  })

const listSources = (frame: JsonObject, keys: ReadonlySet<string>): ReadonlySet<unknown> =>
  new Set(
    readAnnotations(frame.annotations)
      .filter(({ key }) => keys.has(key))
      .map(({ source }) => source),
  )

/** The label without some objects, in all frames, and without the links that lead to them. */
export const removeObjects = (label: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  removeDanglingLinks(
    label,
    withEachFrame(label, (frame) => removeFromFrame(frame, keys)),
  )

/** The label without some objects in the frames for which `from <= frame <= to`. */
export const removeObjectsIn = (
  label: JsonObject,
  keys: ReadonlySet<string>,
  from: number,
  to: number,
): JsonObject =>
  removeDanglingLinks(
    label,
    withEachFrame(label, (frame, index) =>
      index < from || index > to ? frame : removeFromFrame(frame, keys),
    ),
  )

const removeFromFrame = (frame: JsonObject, keys: ReadonlySet<string>): JsonObject => {
  const gone = listSources(frame, keys)
  if (gone.size === 0 || !isArray(frame.annotations)) return frame
  return withMembers(frame, { annotations: keepItems(frame.annotations, (item) => !gone.has(item)) })
}

/** Removes links whose end was in the label before and is not now. A link that dangled before is not touched. */
const removeDanglingLinks = (before: JsonObject, after: JsonObject): JsonObject => {
  if (!isArray(after.links)) return after
  const present = listIds(after)
  const others = getIdsElsewhere(after)
  const gone = new Set([...listIds(before)].filter((id) => !present.has(id) && !others.has(id)))
  if (gone.size === 0) return after
  const links = keepItems(
    after.links,
    (link) => !isObject(link) || !(gone.has(toKey(link.from_id)) || gone.has(toKey(link.to_id))),
  )
  return withMembers(after, { links })
}

const listIds = (label: JsonObject): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (let frame = 0; frame < countFrames(label); frame++)
    for (const { id, trackId } of listAnnotations(label, frame)) ids.add(toKey(trackId ?? id))
  return ids
}
