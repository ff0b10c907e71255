/** Edits of JSON that share what they do not touch: the untouched keeps its identity, and with it its text. */
import { isArray, isObject, type Json, type JsonArray, type JsonObject } from "./value.ts"

export type Path = ReadonlyArray<string | number>

/** The object with some members replaced. `undefined` removes one. The same object when nothing changes. */
export const withMembers = (
  object: JsonObject,
  changes: { readonly [key: string]: Json | undefined },
): JsonObject => {
  const changed = Object.entries(changes).filter(
    ([key, value]) => (Object.hasOwn(object, key) ? object[key] : undefined) !== value,
  )
  if (changed.length === 0) return object
  // Descriptors rather than spread and assignment: a member may be named __proto__.
  const copy: JsonObject = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object))
  for (const [key, value] of changed) {
    if (value === undefined) Reflect.deleteProperty(copy, key)
    else Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}

/** The list with one item replaced. */
const withItem = (list: JsonArray, index: number, item: Json): JsonArray =>
  list[index] === item ? list : list.with(index, item)

/** The list with each item mapped. The same list when no item changes. */
export const mapItems = (list: JsonArray, map: (item: Json, index: number) => Json): JsonArray => {
  let copy: Array<Json> | undefined
  for (const [index, item] of list.entries()) {
    const mapped = map(item, index)
    if (mapped === item) continue
    copy ??= [...list]
    copy[index] = mapped
  }
  return copy ?? list
}

/** The items that pass. The same list when all do. */
export const keepItems = (list: JsonArray, keeps: (item: Json, index: number) => boolean): JsonArray =>
  list.every(keeps) ? list : list.filter(keeps)

/** Replaces what stands at a path. Missing objects on the way are made; a missing list is an error. */
export const setAt = (root: Json, path: Path, value: Json | undefined): Json => {
  const [step, ...rest] = path
  if (step === undefined) return value ?? null
  if (typeof step === "number") {
    if (!isArray(root)) throw new Error(`There is no list at ${JSON.stringify(path)}.`)
    return withItem(root, step, setAt(root[step] ?? null, rest, value))
  }
  const object = isObject(root) ? root : {}
  const member = rest.length === 0 ? value : setAt(object[step] ?? null, rest, value)
  return withMembers(object, { [step]: member })
}
