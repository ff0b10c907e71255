import { getMember, isObject, type Json } from "../../../workbench/editor/json/value.ts"
import type { Path } from "./textTree.ts"

/** The value at a path of a document; undefined where there is none. */
export const getValueAt = (root: Json, path: Path): Json | undefined => {
  let value: Json | undefined = root
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isObject(value)) value = getMember(value, String(step))
    else return undefined
  }
  return value
}
