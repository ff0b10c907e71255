/** Puts the fields of a record of another tool into the metadata of its sample, in which some keys have a meaning. */
import { isDeepStrictEqual } from "node:util"
import type { Losses } from "../carry/Losses.ts"
import type { Scene } from "../model/Scene.ts"
import { lookupUsual } from "../model/sets.ts"

type Recorded = Pick<Scene, "fields" | "file" | "metadata" | "metadataFields" | "name" | "split">

/** Keys of metadata by which exports choose the file and the set of a sample. */
const reservedKeys: ReadonlySet<string> = new Set(["file", "split"])

/**
 * The metadata and the set of a sample. A field `split` that names a usual set is the set, unless the files say another one. A field that has the name
 * of a reserved key or of other metadata, and another value, gets an underscore behind its name, and is counted.
 */
export const addFields = (scene: Recorded, losses: Losses): Pick<Scene, "metadata" | "split"> => {
  const { fields = {}, file, metadataFields = {}, name } = scene
  const split = scene.split ?? findSet(metadataFields.split) ?? findSet(fields.split)
  // Metadata of Annotary's own files says more than the layout.
  const metadata = {
    ...scene.metadata,
    ...(file !== undefined && !Object.hasOwn(scene.metadata, "file") && { file }),
    ...(split !== null && !Object.hasOwn(scene.metadata, "split") && { split }),
  }
  const entries = [...Object.entries(metadataFields), ...Object.entries(fields)]
  const keys = new Set([...Object.keys(metadata), ...entries.map(([key]) => key)])
  // A map has any name, also that of the prototype of objects.
  const added = new Map<string, unknown>()
  for (const [key, value] of entries) {
    const isTaken = Object.hasOwn(metadata, key) || added.has(key)
    if (!reservedKeys.has(key) && !isTaken) {
      added.set(key, value)
      continue
    }
    const own = added.has(key) ? added.get(key) : Reflect.get(metadata, key)
    if (isTaken && isDeepStrictEqual(value, own)) continue
    if (key === "split" && isTaken && findSet(value) === own) continue
    let free = `${key}_`
    while (keys.has(free)) free += "_"
    keys.add(free)
    losses.add("renamed-fields", `${name}: ${key}`)
    added.set(free, value)
  }
  return { metadata: { ...Object.fromEntries(added), ...metadata }, split }
}

const findSet = (value: unknown): string | null =>
  (typeof value === "string" ? lookupUsual(value) : undefined) ?? null
