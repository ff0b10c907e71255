/** The categories of the pixels of a mask, and the annotations that they are. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { collectIds } from "../masks/collectIds.ts"
import type { Bitmap, Segment } from "../model/Scene.ts"

export interface PixelValues {
  /** The category of a value, 0 for a pixel without one, null for a value that is ignored, undefined for one that no list has. */
  readonly findCategory: (value: number) => number | null | undefined
  /** The fault of a value that no list has, after `has`. */
  readonly describe: (value: number) => string
}

export interface CategoryMask {
  /** The category of each pixel, 0 for none. */
  readonly bitmap: Bitmap
  readonly hasIgnored: boolean
}

/** Pixels of a value that no list has belong to nothing, and are counted. A mask that has only such ones is refused. */
export const toCategories = (
  mask: Bitmap,
  path: string,
  { describe, findCategory }: PixelValues,
  losses: Losses,
): CategoryMask => {
  const categories = new Map<number, number>()
  const unknown: Array<number> = []
  let hasIgnored = false
  for (const value of collectIds(mask.ids)) {
    const category = findCategory(value)
    if (category === undefined) unknown.push(value)
    hasIgnored ||= category === null
    categories.set(value, category ?? 0)
  }
  const [first] = unknown
  if (first !== undefined && [...categories.values()].every((category) => category === 0))
    throw new FormatError(path, `has ${describe(first)}.`)
  for (const value of unknown) losses.add("references", `${path} has ${describe(value)}`)
  return { bitmap: { ...mask, ids: mask.ids.map((value) => categories.get(value) ?? 0) }, hasIgnored }
}

export interface Objects {
  readonly bitmap: Bitmap
  readonly path: string
  /** Whether the values of objects are the ids of annotations. */
  readonly keepsIds: boolean
  /** Whether a value is that of no object. */
  readonly isVoid: (value: number) => boolean
}

export interface Segments {
  /** In the order of their ids. */
  readonly annotations: ReadonlyArray<Segment>
  readonly bitmap: Bitmap
}

/**
 * A segment for each object of a category; pixels without an object are one segment of their category. Objects without a category, and ids
 * of objects that have several, are counted.
 */
export const findSegments = (categories: Bitmap, objects: Objects | undefined, losses: Losses): Segments => {
  const segments = new Map<string, Segment>()
  const owners = new Map<number, number>()
  const nameless = new Set<number>()
  const values = objects?.bitmap.ids
  let next = objects?.keepsIds ? objects.bitmap.ids.reduce((most, id) => Math.max(most, id), 0) : 0
  const findId = (object: number, categoryId: number): number => {
    if (objects === undefined || !objects.keepsIds || object === 0) return ++next
    const owner = owners.get(object)
    if (owner === undefined) return object
    losses.add(
      "ids",
      `${objects.path} has the object ${object}, which has the categories ${owner} and ${categoryId}`,
    )
    return ++next
  }
  const ids = categories.ids.map((categoryId, pixel) => {
    const value = values?.[pixel] ?? 0
    const object = objects?.isVoid(value) ? 0 : value
    if (categoryId === 0) {
      if (object !== 0) nameless.add(object)
      return 0
    }
    const key = `${categoryId} ${object}`
    const segment = segments.get(key)
    if (segment !== undefined) return segment.id
    const id = findId(object, categoryId)
    owners.set(object, owners.get(object) ?? categoryId)
    segments.set(key, { id, categoryId, trackId: null, isKeyframe: true, attributes: {}, type: "segment" })
    return id
  })
  for (const object of nameless)
    if (!owners.has(object))
      losses.add("references", `${objects?.path} has the object ${object}, which has no category`)
  return {
    annotations: [...segments.values()].sort((a, b) => a.id - b.id),
    bitmap: { ...categories, ids },
  }
}
