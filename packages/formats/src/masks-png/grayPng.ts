/** Gray PNG images whose values are ids: of 8 bits where they fit, or of 16. */
import { encode } from "fast-png"
import { FormatError } from "../FormatError.ts"
import { decodeBitmap } from "../files/bitmap.ts"
import type { Source } from "../files/Source.ts"
import type { Bitmap } from "../model/Scene.ts"

export const encodeGray = ({ height, ids, width }: Bitmap, depth: 8 | 16): Uint8Array => {
  const data = depth === 8 ? Uint8Array.from(ids) : Uint16Array.from(ids)
  return encode({ width, height, data, channels: 1, depth })
}

/** Also images of colors, as `decodeBitmap` reads them. */
export const readBitmap = async (source: Source, path: string): Promise<Bitmap> => {
  const bytes = await source.bytes(path)
  try {
    return decodeBitmap(bytes)
  } catch (cause) {
    throw new FormatError(path, "is no PNG image.", { cause })
  }
}
