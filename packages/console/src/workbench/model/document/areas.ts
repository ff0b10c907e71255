/** Objects that are areas of a bitmap. The label names the revision of the bitmap that belongs to it. */
import { mostId } from "../bitmap/TileMask.ts"
import { withMembers } from "../json/edit.ts"
import { isArray, isObject, type Json, type JsonObject, numberOf } from "../json/value.ts"
import type { Annotation } from "./annotation.ts"
import { annotationsIn, withFrame } from "./frames.ts"

/** In place of an address: a revision of the bitmap that exists in the browser alone. */
const unsent = "annotary-bitmap:"

/** The revision of the bitmap that a label was painted to; undefined while the bitmap is the stored one. */
export const revisionOf = (label: JsonObject): number | undefined => {
  const url = bitmapOf(label).url
  return typeof url === "string" && url.startsWith(unsent) ? Number(url.slice(unsent.length)) : undefined
}

/** The address of the stored bitmap. A signed one is preferred: the other may be of a private storage. */
export const bitmapUrlOf = (label: JsonObject): string | undefined => {
  const { signed_url, url } = bitmapOf(label)
  const texts = [signed_url, url].filter((one) => typeof one === "string")
  return texts.find((text) => /^(https?:|\/)/.test(text))
}

/** The label with another revision of its bitmap. */
export const withRevision = (label: JsonObject, revision: number): JsonObject =>
  withBitmapUrl(label, `${unsent}${revision}`)

/** The label with the address of its bitmap. What else is said of the bitmap stays, but for the old signed address. */
export const withBitmapUrl = (label: JsonObject, url: string | null): JsonObject =>
  withMembers(label, {
    segmentation_bitmap: withMembers(bitmapOf(label), { url, signed_url: undefined }),
  })

const bitmapOf = ({ segmentation_bitmap: bitmap }: JsonObject): JsonObject => (isObject(bitmap) ? bitmap : {})

/** The id of an object in the bitmap; undefined for one that no pixel can have. */
export const pixelIdOf = ({ id }: Pick<Annotation, "id">): number | undefined => {
  const value = numberOf(id)
  return Number.isInteger(value) && value > 0 && value <= mostId ? value : undefined
}

/** The least id above those of a label and of its bitmap; below them where none is left above. */
export const freePixelId = (label: JsonObject, painted: Iterable<number>): number => {
  const used = new Set(painted)
  for (const annotation of annotationsIn(label, 0)) {
    const id = pixelIdOf(annotation)
    if (id !== undefined) used.add(id)
  }
  let highest = 0
  for (const id of used) highest = Math.max(highest, id)
  if (highest < mostId) return highest + 1
  let free = 1
  while (used.has(free)) free++
  return free
}

/** The label with an object for an id of the bitmap. The same label when it has one. */
export const withArea = (
  label: JsonObject,
  {
    attributes,
    categoryId,
    id,
  }: { readonly id: number; readonly categoryId: number; readonly attributes: JsonObject },
): JsonObject =>
  annotationsIn(label, 0).some((one) => pixelIdOf(one) === id)
    ? label
    : withFrame(label, 0, (frame) => {
        const list = isArray(frame.annotations) ? frame.annotations : []
        const area: Json = { id, category_id: categoryId, attributes }
        return withMembers(frame, { annotations: [...list, area] })
      })
