/** Masks beside images that no list of classes explains: they are neither labels that can be read nor separate images. */
import { getBaseName, isImagePath, stripImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"

/** Folders that tools have masks in. */
const maskFolder = /^(masks?|segmentations?|SegmentationClass|SegmentationObject)$/i

/** Folders that tools have images in. */
const imageFolder = /^(images?|imgs?|JPEGImages|leftImg8bit|photos|pictures)$/i

/** Whether the innermost folder of a known kind is that of masks. */
const isBelowMasks = (path: string): boolean => {
  const folders = path.split("/").slice(0, -1)
  const innermost = folders.findLast((folder) => maskFolder.test(folder) || imageFolder.test(folder))
  return innermost !== undefined && maskFolder.test(innermost)
}

export interface LooseMask {
  readonly mask: string
  /** The image that has the same name. */
  readonly image: string
}

/** The first mask, where most pictures in such folders are called as images elsewhere; undefined otherwise. */
export const findLooseMask = ({ paths }: Source): LooseMask | undefined => {
  const pictures = paths.filter(isImagePath)
  const masks = pictures.filter(isBelowMasks)
  if (masks.length === 0) return undefined
  const images = new Map<string, string>()
  for (const path of pictures) if (!isBelowMasks(path)) images.set(stripImageEnding(getBaseName(path)), path)
  const pairs = masks.flatMap((mask) => {
    const image = images.get(stripImageEnding(getBaseName(mask)))
    return image === undefined ? [] : [{ mask, image }]
  })
  return pairs.length * 2 > masks.length ? pairs[0] : undefined
}
