/** The addresses of the images of a sample. */
import { isArray, isObject, type Json, type JsonObject } from "../model/json/value.ts"

/** The addresses by frame. A signed address is preferred: the other one may be of a private storage. */
export const imageUrls = (attributes: JsonObject): ReadonlyArray<string | undefined> =>
  isArray(attributes.frames) ? attributes.frames.map(urlOf) : [urlOf(attributes)]

const urlOf = (frame: Json): string | undefined => {
  const image = isObject(frame) ? frame.image : undefined
  if (!isObject(image)) return undefined
  const url = [image.signed_url, image.url].find((one) => typeof one === "string" && one !== "")
  return typeof url === "string" && /^(https?:|\/)/.test(url) ? url : undefined
}
