/** Finds the pictures that the attributes of a sample name: images, frames of sequences, cameras, and those of each sensor. Pure. */

import { parseJson } from "../domain/JsonText.ts"
import type { Sample } from "../domain/Sample.ts"
import { readList, readMember } from "../domain/uncheckedJson.ts"

/** A picture in the attributes of a sample. */
export interface NamedPicture {
  /** A JSON Pointer in the attributes. */
  readonly pointer: string
  readonly url: string
  /** Whether the sample states its width and height. */
  readonly isSized: boolean
}

/** Longer attributes are not parsed as a whole, because nothing else would be done meanwhile. */
const maxCharacters = 8 * 1024 * 1024

/** Whether only `listPicturesInSlices` lists the pictures of the sample. */
export const hasLongAttributes = ({ attributes }: Pick<Sample, "attributes">): boolean =>
  attributes !== null && attributes.length > maxCharacters

/** The pictures of a sample; none of one without attributes, and of one with very long attributes. */
export const listPictures = (sample: Pick<Sample, "attributes">): ReadonlyArray<NamedPicture> =>
  sample.attributes === null || hasLongAttributes(sample)
    ? []
    : [...findPictures(parseJson(sample.attributes))]

/** The pictures in parsed attributes, in their order. Other members, and what is not of the form of the contract, name none. */
export function* findPictures(attributes: unknown, pointer = ""): Generator<NamedPicture> {
  const image = readMember(attributes, "image")
  if (image !== undefined) yield* readPicture(image, `${pointer}/image`)
  for (const [index, camera] of readList(attributes, "images").entries())
    yield* readPicture(camera, `${pointer}/images/${index}`)
  for (const [index, frame] of readList(attributes, "frames").entries())
    yield* findPictures(frame, `${pointer}/frames/${index}`)
  for (const [index, sensor] of readList(attributes, "sensors").entries())
    yield* findPictures(readMember(sensor, "attributes"), `${pointer}/sensors/${index}/attributes`)
}

function* readPicture(picture: unknown, pointer: string): Generator<NamedPicture> {
  const url = readMember(picture, "url")
  if (typeof url !== "string" || url === "") return
  const isSized =
    typeof readMember(picture, "width") === "number" && typeof readMember(picture, "height") === "number"
  yield { pointer, url, isSized }
}
