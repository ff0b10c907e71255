/** Edits of objects: their category, their attributes, and whether they are there. Tracks change in every frame. */
import { keepItems, setAt, withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject, toNumber } from "../json/value.ts"
import { readAnnotations, toKey } from "./annotation.ts"
import { countFrames, listAnnotations, withAnnotation, withEachFrame, withFrame } from "./frames.ts"
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

/** The label with the category of objects changed, in all frames. Their attributes stay: nothing typed is lost. */
export const withCategory = (label: JsonObject, keys: ReadonlySet<string>, categoryId: number): JsonObject =>
  [...keys].reduce(
    (edited, key) =>
      withEditedEverywhere(edited, key, (source) =>
        toNumber(source.category_id) === categoryId
          ? source
          : withMembers(source, { category_id: categoryId }),
      ),
    label,
  )

/** The object or the track on which an attribute is set. */
export interface AttributeEdit {
  readonly key: string
  readonly frame: number
  readonly name: string
  /** `undefined` unsets the attribute. */
  readonly value: Json | undefined
  /** Whether it is the same in all frames of a track. */
  readonly trackLevel: boolean
}

/** The label with an attribute of an object set. */
export const withAttribute = (
  label: JsonObject,
  { frame, key, name, trackLevel, value }: AttributeEdit,
): JsonObject => {
  const edit = (source: JsonObject): JsonObject => {
    const edited = setAt(source, ["attributes", name], value)
    return isObject(edited) ? edited : source
  }
  return trackLevel ? withEditedEverywhere(label, key, edit) : withEdited(label, frame, key, edit)
}

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
  const gone = new Set<unknown>(
    readAnnotations(frame.annotations)
      .filter(({ key }) => keys.has(key))
      .map(({ source }) => source),
  )
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
