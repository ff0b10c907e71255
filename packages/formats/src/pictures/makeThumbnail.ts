/** Makes pictures small. */
import type { Thumbnail, ThumbnailSize } from "@annotary/core"
import type Sharp from "sharp"

/** The most pixels of a picture. They are read line by line, except in interlaced files. */
const maxPixels = 120_000_000

/** The time for one picture. */
const maxSeconds = 15

/** Percent. */
const quality = 75

/** A small copy as WebP: upright, in sRGB, without metadata. Null for files that are damaged or too large, and without `sharp`. */
export const makeThumbnail = async (bytes: Uint8Array, size: ThumbnailSize): Promise<Thumbnail | null> => {
  loading ??= load()
  const sharp = await loading
  if (sharp === null) return null
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
    const made = await picture
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize(size, size, { fit: "inside", withoutEnlargement: true })
      .webp({ quality, effort: 2 })
      .toBuffer()
    return { bytes: made, contentType: "image/webp" }
  } catch {
    return null
  }
}

/** One for the process. */
let loading: Promise<typeof Sharp | null> | undefined

/** Its binary is not installed where a package manager leaves out optional dependencies, or for a system that it does not have. */
const load = async (): Promise<typeof Sharp | null> => {
  try {
    const { default: sharp } = await import("sharp")
    sharp.cache(false)
    sharp.concurrency(1)
    // Strangers send these files: no decoder reads them but those of the formats that browsers show.
    sharp.block({ operation: ["VipsForeignLoad"] })
    sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] })
    return sharp
  } catch {
    return null
  }
}
