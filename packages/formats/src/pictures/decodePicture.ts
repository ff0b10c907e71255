/** The one decoder of pictures whose pixels are read, such as masks: PNG and JPEG, recognized by their first bytes. */
import { defaultLimits } from "../files/limits.ts"
import { decodeJpeg, isJpeg } from "./decodeJpeg.ts"
import { decodePng } from "./decodePng.ts"
import type { Picture } from "./Picture.ts"
import { isPng } from "./pngChunks.ts"

/** Fails with a reason that follows "cannot be read: ". */
export const decodePicture = (bytes: Uint8Array, maxPixels = defaultLimits.pixels): Picture => {
  if (isPng(bytes)) return decodePng(bytes, maxPixels)
  if (isJpeg(bytes)) return decodeJpeg(bytes, maxPixels)
  throw new Error("it is not a PNG or JPEG picture")
}
