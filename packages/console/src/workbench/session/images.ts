/** The addresses of the images of a sample. */
import { isArray, isObject, type Json, type JsonObject } from "../editor/json/value.ts"
import { findLoadable, listAddresses } from "../editor/label/addresses.ts"

/** The addresses to load, by frame. */
export const listImageUrls = (attributes: JsonObject): ReadonlyArray<string | undefined> =>
  listImageAddresses(attributes).map(findLoadable)

/** All that the sample names for each frame. */
export const listImageAddresses = (attributes: JsonObject): ReadonlyArray<ReadonlyArray<string>> =>
  isArray(attributes.frames) ? attributes.frames.map(listNamed) : [listNamed(attributes)]

const listNamed = (frame: Json): ReadonlyArray<string> => {
  const image = isObject(frame) ? frame.image : undefined
  return isObject(image) ? listAddresses(image) : []
}
