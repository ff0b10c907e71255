/** Masks beside images that no list of classes explains: they are neither labels that can be read nor separate images. */
import { getBaseName, isImagePath, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"

/** Folders that tools have masks in, below any other. */
const maskFolder = /(^|\/)(masks?|segmentations?|SegmentationClass|SegmentationObject)\//i

export interface LooseMask {
  readonly mask: string
  /** The image that has the same name. */
  readonly image: string
}

/** The first mask, where each picture in such a folder is called as an image elsewhere; undefined otherwise. */
export const findLooseMask = ({ paths }: Source): LooseMask | undefined => {
  const masks = paths.filter((path) => /\.(?:bmp|png|tiff?)$/i.test(path) && maskFolder.test(path))
  if (masks.length === 0) return undefined
  const images = new Map<string, string>()
  for (const path of paths)
    if (isImagePath(path) && !maskFolder.test(path)) images.set(stripImageEnding(getBaseName(path)), path)
  const pairs = masks.map((mask) => ({ mask, image: images.get(stripImageEnding(getBaseName(mask))) }))
  const [first] = pairs
  return first?.image !== undefined && pairs.every(({ image }) => image !== undefined)
    ? { mask: first.mask, image: first.image }
    : undefined
}
