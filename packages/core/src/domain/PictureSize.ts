/** Sizes of the pictures that samples name, as the server has measured them. */
import { Schema } from "effect"
import { computeSha256Hex } from "./digest.ts"
import { type JsonText, parseJson, toJsonText } from "./JsonText.ts"

const Pixels = Schema.Int.pipe(Schema.positive())

const measured = {
  /** In pixels as people see the picture: upright. */
  width: Pixels,
  height: Pixels,
  /** The EXIF orientation, by which the pixels in the file are turned. */
  orientation: Schema.Int.pipe(Schema.between(1, 8)),
}

/** The size of a picture, measured in its file. */
export const MeasuredSize = Schema.Struct(measured)
export interface MeasuredSize extends Schema.Schema.Type<typeof MeasuredSize> {}

/** The size of the picture at a URL. */
export interface SizeOfUrl extends MeasuredSize {
  readonly url: string
}

/** The size of a picture at a place in the attributes of a sample. */
export const PictureSize = Schema.Struct({
  /** Place in the attributes that names the picture, as a JSON Pointer such as `/image` or `/frames/3/images/0`. */
  pointer: Schema.String,
  /** The digest of its URL, see {@link hashUrl}. */
  url: Schema.String,
  ...measured,
})
export interface PictureSize extends Schema.Schema.Type<typeof PictureSize> {}

/**
 * Identifies a URL in stored sizes: texts of sequences would be repeated otherwise. The URL of an asset has the same digest on every host,
 * as a path, and with a signature.
 */
export const hashUrl = (url: string): string =>
  computeSha256Hex(/\/assets\/[0-9a-f-]{36}\/[0-9a-f]{32}/.exec(url)?.[0] ?? url).slice(0, 32)

const isPictureSizes = Schema.is(Schema.Array(PictureSize))

/** Whether a text has sizes as they are stored. */
export const hasPictureSizes = (text: JsonText): boolean => isPictureSizes(parseJson(text))

const decode = Schema.decodeUnknownSync(Schema.Array(PictureSize))

/** Reads stored sizes. */
export const readPictureSizes = (stored: JsonText): ReadonlyArray<PictureSize> => decode(parseJson(stored))

/** Prints sizes as they are stored. */
export const printPictureSizes = (sizes: ReadonlyArray<PictureSize>): JsonText => toJsonText(sizes)
