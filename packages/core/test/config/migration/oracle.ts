/**
 * The meaning of actions once more, on parsed labels and one action after the other: slow and plain, to hold the edits of
 * texts against. Integers beyond 2^53 are not its business.
 */
import type { ConfigurationAction } from "../../../src/config/migration/Action.ts"

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const objects = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.filter((item): item is Json => isObject(item)) : []

interface Scene {
  readonly value: Json
  readonly kind: "2D" | "3D" | null
}

const scenesOf = (label: Json): ReadonlyArray<Scene> => {
  const frames = (value: unknown, kind: Scene["kind"]) =>
    objects(value).map((frame) => ({ value: frame, kind }))
  if (label.sensors !== undefined) {
    return objects(label.sensors).flatMap(({ attributes, task_type }) =>
      isObject(attributes)
        ? frames(attributes.frames, String(task_type).startsWith("pointcloud") ? "3D" : "2D")
        : [],
    )
  }
  return label.frames === undefined ? [{ value: label, kind: null }] : frames(label.frames, null)
}

/** Holders of links with the objects that these may name. */
const linksOf = (label: Json) => {
  const scenes = scenesOf(label)
  const all = scenes.flatMap(({ value }) => objects(value.annotations))
  const own = scenes.map(({ value }) => ({ holder: value, among: objects(value.annotations) }))
  const above = [
    ...(label.sensors !== undefined
      ? objects(label.sensors).flatMap(({ attributes }) => (isObject(attributes) ? [attributes] : []))
      : []),
    ...(label.sensors !== undefined || label.frames !== undefined ? [label] : []),
  ].map((holder) => ({ holder, among: all }))
  return [...own, ...above]
}

/** Those of that name: by id, else by track. */
const named = (among: ReadonlyArray<Json>, name: unknown): ReadonlyArray<Json> => {
  if (typeof name !== "number") return []
  const byId = among.filter(({ id }) => id === name)
  return byId.length > 0 ? byId : among.filter(({ track_id }) => track_id === name)
}

const filled = (value: unknown) =>
  value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "")

/** The holder's attributes after the action; undefined when it does nothing to them. */
const edited = (attributes: unknown, action: ConfigurationAction, applies: boolean): Json | undefined => {
  if (attributes !== undefined && attributes !== null && !isObject(attributes)) return undefined
  const entries = Object.entries(attributes ?? {})
  const name = action.attribute ?? action.from ?? ""
  if (action.to === (action.op === "rename_value" ? action.from : name)) return undefined
  const has = entries.some(([key]) => key === name)
  switch (action.op) {
    case "rename_attribute":
      if (!has) return undefined
      return Object.fromEntries(
        entries
          .filter(([key]) => key === name || key !== action.to)
          .map(([key, value]) => [key === name ? String(action.to) : key, value]),
      )
    case "drop_attribute":
      return has ? Object.fromEntries(entries.filter(([key]) => key !== name)) : undefined
    case "rename_value": {
      const value = attributes?.[name]
      if (value === action.from) return { ...attributes, [name]: action.to }
      if (!Array.isArray(value) || !value.includes(action.from)) return undefined
      const next = value.map((item) => (item === action.from ? action.to : item))
      const once = next.filter((item, index) => item !== action.to || next.indexOf(item) === index)
      return { ...attributes, [name]: once }
    }
    case "set_default":
      return applies && !filled(attributes?.[name]) ? { ...attributes, [name]: action.value } : undefined
    default:
      return undefined
  }
}

const insert = (holder: Json, key: string, value: unknown): void => {
  if (key in holder) {
    holder[key] = value
    return
  }
  const rest = Object.entries(holder)
  for (const [name] of rest) delete holder[name]
  Object.assign(holder, { [key]: value }, Object.fromEntries(rest))
}

/** Changes the label in place; how many objects, images or links the action did something to. */
export const carryOut = (
  label: Json,
  action: ConfigurationAction,
  sensors: "2D" | "3D" | "all" = "all",
): number => {
  const scope = action.scope ?? "object"
  let hits = 0
  const edit = (holder: Json, key: string, kind: Scene["kind"]) => {
    const next = edited(holder[key], action, kind === null || sensors === "all" || kind === sensors)
    if (next === undefined) return
    hits += 1
    insert(holder, key, next)
  }
  const mine = (annotation: Json) => annotation.category_id === action.category_id
  if (action.op.endsWith("_category")) {
    const gone = action.op === "drop_category"
    if (gone) dropLinks(label, mine)
    for (const { value } of scenesOf(label)) {
      hits += objects(value.annotations).filter(mine).length
      if (gone) dropObjects(value, mine)
      else if (typeof action.to === "number")
        for (const annotation of objects(value.annotations))
          if (mine(annotation)) annotation.category_id = action.to
    }
  } else if (scope === "image") {
    for (const { kind, value } of scenesOf(label)) edit(value, "image_attributes", kind)
  } else if (scope === "object") {
    for (const { kind, value } of scenesOf(label))
      for (const annotation of objects(value.annotations))
        if (mine(annotation)) edit(annotation, "attributes", kind)
  } else {
    for (const { among, holder } of linksOf(label))
      for (const link of objects(holder.links)) {
        if (named(among, link.from_id).some(mine)) edit(link, "attributes", null)
      }
  }
  return hits
}

const dropLinks = (label: Json, gone: (annotation: Json) => boolean): void => {
  for (const { among, holder } of linksOf(label)) {
    if (!Array.isArray(holder.links)) continue
    const isGone = (name: unknown) => {
      const ends = named(among, name)
      return ends.length > 0 && ends.every(gone)
    }
    holder.links = holder.links.filter(
      (link) => !isObject(link) || !(isGone(link.from_id) || isGone(link.to_id)),
    )
  }
}

const dropObjects = (scene: Json, gone: (annotation: Json) => boolean): void => {
  const annotations = objects(scene.annotations)
  const ids = new Set(annotations.filter(gone).map(({ id }) => id))
  if (ids.size === 0 || !Array.isArray(scene.annotations)) return
  for (const annotation of annotations) if (!gone(annotation)) ids.delete(annotation.id)
  if (Array.isArray(scene.point_annotations))
    scene.point_annotations = scene.point_annotations.map((id) => (ids.has(id) ? 0 : id))
  scene.annotations = scene.annotations.filter((item) => !isObject(item) || !gone(item))
}
