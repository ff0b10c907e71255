/** Puts the fields of a record of another tool into the metadata of its sample, in which some keys have a meaning. */
import type { Losses } from "../carry/Losses.ts"
import type { Scene } from "../model/Scene.ts"
import { lookupUsual } from "../model/sets.ts"

type Recorded = Pick<Scene, "fields" | "file" | "metadata" | "name" | "split">

/** Keys of metadata by which exports choose the file and the set of a sample. */
const reservedKeys: ReadonlySet<string> = new Set(["file", "split"])

/**
 * The metadata and the set of a sample. A field `split` that names a usual set is the set, unless the files say another one. A field that has the name
 * of a reserved key or of other metadata, and another value, gets an underscore behind its name, and is counted.
 */
export const addFields = (scene: Recorded, losses: Losses): Pick<Scene, "metadata" | "split"> => {
  const { fields = {}, file, name } = scene
  const split = scene.split ?? findSet(fields.split)
  // Metadata of Annotary's own files says more than the layout.
  const metadata = {
    ...scene.metadata,
    ...(file !== undefined && !Object.hasOwn(scene.metadata, "file") && { file }),
    ...(split !== null && !Object.hasOwn(scene.metadata, "split") && { split }),
  }
  const added: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (!reservedKeys.has(key) && !Object.hasOwn(metadata, key)) {
      added[key] = value
      continue
    }
    const own = Reflect.get(metadata, key)
    if (value === own || (key === "split" && own !== undefined && findSet(value) === own)) continue
    let free = `${key}_`
    while (Object.hasOwn(fields, free) || Object.hasOwn(metadata, free)) free += "_"
    losses.add("renamed-fields", `${name}: ${key}`)
    added[free] = value
  }
  return { metadata: { ...added, ...metadata }, split }
}

const findSet = (value: unknown): string | null =>
  (typeof value === "string" ? lookupUsual(value) : undefined) ?? null
