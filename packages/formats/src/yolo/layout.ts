/** Where YOLO looks for the labels of an image. */
import { withoutEnding } from "../files/paths.ts"

/** The last folder `images` of the path becomes `labels`; without one the label is beside the image. */
export const labelPathOf = (imagePath: string): string => {
  const path = `/${imagePath}`
  const at = path.lastIndexOf("/images/")
  const found = at < 0 ? path : `${path.slice(0, at)}/labels/${path.slice(at + "/images/".length)}`
  return `${withoutEnding(found).slice(1)}.txt`
}

const imageEnding = /\.(avif|bmp|dng|heic|heif|jp2|jpe?g|mpo|pfm|png|tiff?|webp)$/i

export const isImagePath = (path: string): boolean => imageEnding.test(path)
