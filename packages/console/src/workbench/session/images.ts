/** The addresses of the images of a sample. */
import { addressesOf, loadableOf } from "../model/document/addresses.ts"
import { isArray, isObject, type Json, type JsonObject } from "../model/json/value.ts"

/** The addresses to load, by frame. */
export const imageUrls = (attributes: JsonObject): ReadonlyArray<string | undefined> =>
  imageAddresses(attributes).map(loadableOf)

/** All that the sample names for each frame. */
export const imageAddresses = (attributes: JsonObject): ReadonlyArray<ReadonlyArray<string>> =>
  isArray(attributes.frames) ? attributes.frames.map(namedIn) : [namedIn(attributes)]

const namedIn = (frame: Json): ReadonlyArray<string> => {
  const image = isObject(frame) ? frame.image : undefined
  return isObject(image) ? addressesOf(image) : []
}
